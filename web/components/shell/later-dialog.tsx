import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { type Part, part, renewFailedParts } from '../../navigation/chunks.ts';
import { toast } from '../../state/toasts.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './later-dialog.module.css';

interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code comes when it is first opened: `laterDialog(() => import('./CodesDialog.tsx'), 'CodesDialog')`. While it
 * comes there is a sign of it; when it does not come, a word, and the page stays as it is.
 */
export function laterDialog<Name extends string, Props extends Closable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Part<Props> {
  const Dialog = part<Name, Props>(load, name);
  const Later = (props: Props) => (
    <DialogBoundary onClose={props.onClose}>
      <Suspense fallback={<Coming />}>
        <Dialog {...props} />
      </Suspense>
    </DialogBoundary>
  );
  // A failure ahead of time costs nothing: no page is started anew for a dialog.
  return Object.assign(Later, { preload: () => void load().catch(() => {}) });
}

const Coming = () => (
  <div className={styles.coming}>
    <span className={styles.ring}>
      <Spinner size={28} label="Abrindo" />
    </span>
  </div>
);

class DialogBoundary extends Component<Closable & { children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    renewFailedParts();
    toast({
      title: 'Não foi possível abrir',
      description: 'Confira a conexão e tente de novo. Se continuar assim, recarregue a página.',
      variant: 'destructive',
    });
    this.props.onClose();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
