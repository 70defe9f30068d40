import { Component, type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { type Chunk, chunk, retryFailedChunks } from '../../../navigation/chunks.ts';
import { toast } from '../../../state/toasts.ts';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import styles from './later-dialog.module.css';

interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code is loaded when it is first opened: `laterDialog(() => import('./CodesDialog.tsx'), 'CodesDialog')`. Shows a
 * spinner meanwhile; when the code does not come, a toast, and the page stays as it is.
 */
export function laterDialog<Name extends string, Props extends Closable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Chunk<Props> {
  const Dialog = chunk<Name, Props>(load, name);
  const Later = (props: Props) => (
    <DialogBoundary onClose={props.onClose}>
      <Dialog {...props} />
    </DialogBoundary>
  );
  return Object.assign(Later, { preload: Dialog.preload });
}

const Coming = () => (
  <div className={styles.coming}>
    <span className={styles.ring}>
      <Spinner size={28} label="Abrindo" />
    </span>
  </div>
);

class DialogBoundary extends Component<Closable & { children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  #hasOpened = false;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(): void {
    if (this.#hasOpened) return;
    retryFailedChunks();
    toast({
      title: 'Não foi possível abrir',
      description: 'Confira a conexão e tente de novo. Se continuar assim, recarregue a página.',
      variant: 'destructive',
    });
    this.props.onClose();
  }

  override render(): ReactNode {
    if (this.state.error === undefined)
      return (
        <Suspense fallback={<Coming />}>
          {this.props.children}
          <Opened onOpened={() => void (this.#hasOpened = true)} />
        </Suspense>
      );
    // What fails later than that has nothing to do with the line: it is the page's.
    if (this.#hasOpened) throw this.state.error;
    return null;
  }
}

function Opened({ onOpened }: { onOpened: () => void }): ReactNode {
  useEffect(onOpened);
  return null;
}
