import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { FullPage } from './FullPage.tsx';

/** A page that throws, or whose code can't be fetched (an update replaced it), shows a way on instead of nothing. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <FullPage
        icon={<TriangleAlert />}
        title="Esta página não pôde ser aberta"
        text="O sistema pode ter sido atualizado. Recarregue para continuar."
        action={
          <Button variant="primary" icon={<RotateCw />} onClick={() => location.reload()}>
            Recarregar
          </Button>
        }
      />
    );
  }
}
