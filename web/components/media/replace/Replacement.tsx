import { useSignals } from '@preact/signals-react/runtime';
import { RotateCw, X } from 'lucide-react';
import type { Video } from '../../../../src/contract/media.ts';
import { abandonReplacement, uploads } from '../../../state/uploads/queue.ts';
import { isUnfinished, percentOf } from '../../../state/uploads/upload-item.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { retryProcessing } from '../change-contents.ts';

/** Returns 'Substituindo… 40%'; undefined when no replacement is being processed. */
export function processingReplacementText(replacement: Video['replacement']): string | undefined {
  if (!replacement || replacement.status === 'failed') return undefined;
  return replacement.status === 'pending' ? 'Substituindo…' : `Substituindo… ${Math.round(replacement.progress)}%`;
}

/** Returns the upload's progress while this window sends a new file, else `processingReplacementText`. Needs `useSignals()`. */
export function replacementProgressText({ id, replacement }: Pick<Video, 'id' | 'replacement'>): string | undefined {
  const upload = uploads.value.find((item) => item.replaces?.id === id && isUnfinished(item));
  return upload ? `Enviando novo arquivo ${Math.round(percentOf(upload))}%` : processingReplacementText(replacement);
}

/** Shows the buttons of a failed replacement: one to retry it, while the server has the sent file, and one to discard it. */
export function ReplacementActions({ video: { id, name, replacement } }: { video: Video }) {
  useSignals();
  const [retry, isRetrying] = useAction('Erro ao atualizar', () => retryProcessing(id));
  const [discard, isDiscarding] = useAction('Erro ao descartar', () => abandonReplacement(id));
  return (
    <>
      {replacement?.canRetry && (
        <Button size="sm" icon={<RotateCw />} pending={isRetrying} onClick={() => void retry()}>
          Tentar de novo
        </Button>
      )}
      <IconButton
        size="sm"
        label={`Descartar a substituição de ${name}`}
        icon={<X />}
        pending={isDiscarding}
        onClick={() => void discard()}
      />
    </>
  );
}
