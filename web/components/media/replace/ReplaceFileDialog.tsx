import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { Video } from '../../../../src/contract/media.ts';
import { bytesPerMb } from '../../../../src/contract/text/units.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { kindOf, refusalOf } from '../../../state/uploads/chosen-file.ts';
import { replaceFile, uploads } from '../../../state/uploads/queue.ts';
import { quotaForecast, type QuotaUsage } from '../../../state/uploads/upload-item.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { formatMb } from '../../../ui/text/format.ts';
import { DropZone } from '../upload/DropZone.tsx';
import { FilePreview } from '../upload/FilePreview.tsx';
import { FileTarget } from '../upload/FileTarget.tsx';
import styles from './ReplaceFileDialog.module.css';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

interface ReplaceTarget extends Pick<Video, 'id' | 'name' | 'mediaType' | 'processingStatus'> {
  isPlatform: boolean;
}

/** Replaces an item's file. The upload queue sends the new one, also after the dialog is closed. */
export function ReplaceFileDialog({ target, onClose }: { target: ReplaceTarget; onClose: () => void }) {
  useSignals();
  const server = useResource('GET /api/capabilities');
  const usage = useResource('GET /api/user/me', undefined, { enabled: !target.isPlatform });
  const [file, setFile] = useState<File>();
  const kind = file && kindOf(file);
  const problem = file && problemOf(file, server.data, target.isPlatform ? undefined : usage.data);

  function chooseFile(files: readonly File[]): void {
    if (files[0]) setFile(files[0]);
  }

  function send(): void {
    if (!file || problem) return;
    replaceFile({ id: target.id, name: target.name, isPlatform: target.isPlatform }, file);
    onClose();
  }

  return (
    <Dialog
      open
      title="Substituir arquivo"
      description={`“${target.name}”`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={!file || problem !== undefined} onClick={send}>
            Substituir arquivo
          </Button>
        </>
      }
    >
      <FileTarget onFiles={chooseFile}>
        {(isDraggingFiles) => (
          <Stack gap={4}>
            <Explanation target={target} newKind={problem ? undefined : kind} />
            <DropZone single compact={file !== undefined} isDraggingFiles={isDraggingFiles} onFiles={chooseFile} />
            {file && (
              <Row gap={4} align="center">
                {kind && (
                  <Text as="div" noShrink className={styles.picture}>
                    <FilePreview key={`${file.name}${file.lastModified}`} item={{ file, kind, name: file.name }} />
                  </Text>
                )}
                <Stack as="p" size="sm" canShrink>
                  <Text weight="bold" breakable>
                    {file.name}
                  </Text>
                  <Text muted>{formatMb(file.size / bytesPerMb)}</Text>
                </Stack>
              </Row>
            )}
            {problem && (
              <Callout tone="danger" role="alert" compact>
                {problem}
              </Callout>
            )}
          </Stack>
        )}
      </FileTarget>
    </Dialog>
  );
}

/** Explains which file plays until the new one is ready, and how a change of kind affects the display time. */
function Explanation({
  target: { processingStatus, mediaType },
  newKind,
}: {
  target: ReplaceTarget;
  newKind: 'image' | 'video' | undefined;
}): ReactNode {
  return (
    <Stack gap={2} muted size="sm">
      <p>
        {processingStatus === 'failed'
          ? 'O novo arquivo entra no lugar do que falhou.'
          : 'O item continua tocando o arquivo antigo até o novo ficar pronto.'}{' '}
        Nome, categoria, playlists e posições não mudam.
      </p>
      {newKind && newKind !== mediaType && (
        <p>
          {newKind === 'video'
            ? 'A imagem vira vídeo: ele fica na tela o tempo que dura.'
            : 'O vídeo vira imagem: ela fica 20 segundos na tela. Você pode mudar o tempo em Editar.'}
        </p>
      )}
    </Stack>
  );
}

function problemOf(
  file: File,
  server: Parameters<typeof refusalOf>[1],
  usage: QuotaUsage | undefined,
): string | undefined {
  if (!kindOf(file)) return 'Formato não suportado. Por favor, selecione um arquivo de vídeo ou imagem.';
  const refusal = refusalOf(file, server);
  if (refusal || !usage) return refusal;
  const { pendingMb } = quotaForecast(uploads.value, usage, { countsDrafts: false });
  const freeMb = Math.max(0, usage.storageLimit - usage.storageUsed - pendingMb);
  return file.size / bytesPerMb > freeMb
    ? `Espaço insuficiente: o arquivo tem ${formatMb(file.size / bytesPerMb)} e restam ${formatMb(freeMb)} na sua conta. O arquivo antigo só libera espaço quando o novo fica pronto.`
    : undefined;
}
