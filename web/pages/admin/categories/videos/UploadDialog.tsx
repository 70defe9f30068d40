import { useSignals } from '@preact/signals-react/runtime';
import { useRef, useState } from 'react';
import type { AdminCategory } from '../../../../../src/contract/categories.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { plural } from '../../../../ui/text/format.ts';
import { DraftCard } from '../../../../components/media/upload/DraftCard.tsx';
import { DropZone } from '../../../../components/media/upload/DropZone.tsx';
import { FileTarget } from '../../../../components/media/upload/FileTarget.tsx';
import { ProgressCard } from '../../../../components/media/upload/ProgressCard.tsx';
import { sortByUrgency, isDraft, nameProblems } from '../../../../state/uploads/upload-item.ts';
import { addFiles, sendDrafts, uploads } from '../../../../state/uploads/queue.ts';
import { Stack } from '../../../../ui/layout/primitives.tsx';

/** Uploads files to the category through the studio's upload queue: uploads continue after the dialog is closed. */
export function UploadDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  useSignals();
  // Load the accepted file types, so that other files are refused before they are sent.
  useResource('GET /api/capabilities');
  const content = useRef<HTMLDivElement>(null);
  const [areProblemsShown, setProblemsShown] = useState(false);
  const chosenFiles = uploads.value.filter(({ phase }) => phase.status === 'draft');
  const sentUploads = uploads.value.filter(
    ({ phase, categoryId }) => phase.status !== 'draft' && categoryId === category.id,
  );
  // `isDraft` is false for refused files, such as those of an unsupported type.
  const acceptedFiles = chosenFiles.filter(isDraft);
  const problems = nameProblems(acceptedFiles);

  function send(): void {
    setProblemsShown(problems.size > 0);
    if (problems.size === 0) return sendDrafts(acceptedFiles, { categoryId: category.id });
    toast({ title: 'Erro no upload', description: [...problems.values()][0], variant: 'destructive' });
    requestAnimationFrame(() => content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return (
    <Dialog
      open
      size="lg"
      title="Enviar conteúdo da plataforma"
      description={`Para a categoria “${category.name}”`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button variant="primary" disabled={acceptedFiles.length === 0} onClick={send}>
            {acceptedFiles.length > 1 ? `Enviar ${plural(acceptedFiles.length, 'arquivo', 'arquivos')}` : 'Enviar'}
          </Button>
        </>
      }
    >
      <FileTarget ref={content} onFiles={addFiles}>
        {(isDraggingFiles) => (
          <Stack gap={4}>
            <DropZone compact={chosenFiles.length > 0} isDraggingFiles={isDraggingFiles} onFiles={addFiles} />
            {chosenFiles.length > 0 && (
              <Stack as="ul" gap={4} aria-label="Arquivos escolhidos">
                {chosenFiles.map((item) => (
                  <DraftCard
                    key={item.id}
                    item={item}
                    problem={areProblemsShown ? problems.get(item.id) : undefined}
                    resumesAt={undefined}
                  />
                ))}
              </Stack>
            )}
            {sentUploads.length > 0 && (
              <Stack as="ul" gap={4} aria-label="Envios">
                {sortByUrgency(sentUploads).map((item) => (
                  <ProgressCard key={item.id} item={item} />
                ))}
              </Stack>
            )}
          </Stack>
        )}
      </FileTarget>
    </Dialog>
  );
}
