import { Component, type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { type Chunk, chunk, retryFailedChunks } from '../../../navigation/chunks.ts';
import { toast } from '../../../state/toasts.ts';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import styles from './lazy-dialog.module.css';

interface ClosableProps {
  onClose: () => void;
}

/**
 * Returns a dialog whose code is loaded when it is first opened: `lazyDialog(() => import('./CodesDialog.tsx'), 'CodesDialog')`. It
 * shows a spinner meanwhile. If the code cannot be loaded, it shows a toast and leaves the page as it is.
 */
export function lazyDialog<Name extends string, Props extends ClosableProps>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Chunk<Props> {
  const Dialog = chunk<Name, Props>(load, name);
  const LazyDialog = (props: Props) => (
    <DialogBoundary onClose={props.onClose}>
      <Dialog {...props} />
    </DialogBoundary>
  );
  return Object.assign(LazyDialog, { preload: Dialog.preload });
}

const Loading = () => (
  <div className={styles.loading}>
    <span className={styles.ring}>
      <Spinner size={28} label="Abrindo" />
    </span>
  </div>
);

class DialogBoundary extends Component<ClosableProps & { children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  #hasOpened = false;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (this.#hasOpened) return;
    console.error(error);
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
        <Suspense fallback={<Loading />}>
          {this.props.children}
          <OpenedMarker onOpened={() => void (this.#hasOpened = true)} />
        </Suspense>
      );
    // The dialog has been open, so its code was loaded: the page's boundary handles this error.
    if (this.#hasOpened) throw this.state.error;
    return null;
  }
}

function OpenedMarker({ onOpened }: { onOpened: () => void }): ReactNode {
  useEffect(onOpened);
  return null;
}
