import { CloudOff, RotateCw } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/client.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { focusIfLost } from '../../../ui/overlay/focus-if-lost.ts';

/**
 * Shows the error of a list that could not be loaded, with a button that tries again. The button keeps the focus while it tries;
 * after a success the heading above gets the focus. `subject`: the list's name, if it is only a part of the page: 'as playlists'.
 */
export function LoadError({ error, onRetry, subject }: { error: unknown; onRetry: () => unknown; subject?: string }) {
  const [isTrying, setTrying] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const retryButton = button.current;
    return () => {
      if (!retryButton || retryButton !== document.activeElement) return;
      const heading = headingAbove(retryButton);
      focusIfLost(() => {
        if (!heading?.isConnected) return null;
        heading.tabIndex = -1;
        return heading;
      });
    };
  }, []);

  async function retry(): Promise<void> {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  }

  return (
    <EmptyState
      icon={<CloudOff />}
      title={subject ? `Não foi possível carregar ${subject}` : 'Não foi possível carregar'}
      text={<span role="alert">{!isTrying && messageOf(error)}</span>}
      action={
        <Button ref={button} icon={<RotateCw />} pending={isTrying} onClick={() => void retry()}>
          Tentar novamente
        </Button>
      }
    />
  );
}

/** Returns the heading of the innermost card, tab, dialog or page around the element. */
function headingAbove(element: Element): HTMLElement | null {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const heading = ancestor.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
  }
  return null;
}
