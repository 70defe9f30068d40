import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { DisplayTime } from '../../../../components/media/upload/DisplayTime.tsx';
import { useAction } from '../../../../state/form/use-action.ts';
import { addImages } from '../../../../state/uploads/add-images.ts';
import { defaultName } from '../../../../state/uploads/chosen-file.ts';
import type { Destination } from '../../../../state/uploads/upload-item.ts';
import { toast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Checkbox } from '../../../../ui/form/Checkbox.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { useIsMounted } from '../../../../ui/hooks/use-is-mounted.ts';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { plural } from '../../../../ui/text/format.ts';
import { createPlaylist } from '../../playlists/change-playlists.ts';
import { pageFile, problemText } from './page-files.ts';
import { chooseAll, chosenPages, nothingChosen } from './page-selection.ts';
import { PageGrid } from './PageGrid.tsx';
import { type PdfState, usePdf } from './use-pdf.ts';

/** Shows the pages of a PDF, and puts the chosen ones into the upload queue as images (contract/README 3.2). */
export function PdfPicker({ file, onClose }: { file: File; onClose: () => void }) {
  const pdf = usePdf(file);
  const [selection, setSelection] = useState(nothingChosen);
  const [displayDuration, setDisplayDuration] = useState<number>(limits.defaultImageSeconds);
  const [playlistName, setPlaylistName] = useState<string>();
  const [showsProblems, setShowsProblems] = useState(false);
  const chosen = chosenPages(selection);
  const isNameless = playlistName?.trim() === '';
  const { add, adding, progress } = useAddPages(file, pdf, onClose);
  const submit = (sendNow: boolean) => {
    if (isNameless) setShowsProblems(true);
    else if (chosen.length > 0) void add(chosen, { sendNow, displayDuration, playlistName });
  };

  return (
    <Dialog
      open
      size="lg"
      title="Escolher páginas"
      description={file.name}
      onClose={onClose}
      onSubmit={() => submit(true)}
      footer={
        <>
          {adding && (
            <Text muted size="sm" tabular role="status">
              {progress}
            </Text>
          )}
          <Button onClick={onClose}>{pdf.status === 'failed' ? 'Fechar' : adding ? 'Parar' : 'Cancelar'}</Button>
          {pdf.status !== 'failed' && (
            <>
              <Button disabled={adding || chosen.length === 0} onClick={() => submit(false)}>
                Só adicionar
              </Button>
              <Button
                type="submit"
                variant="primary"
                pending={adding}
                pendingLabel="Preparando..."
                disabled={chosen.length === 0}
              >
                {chosen.length === 0 ? 'Enviar' : `Enviar ${plural(chosen.length, 'página', 'páginas')}`}
              </Button>
            </>
          )}
        </>
      }
    >
      {pdf.status === 'opening' && <Skeleton height="12rem" />}
      {pdf.status === 'failed' && (
        <Callout tone="danger" role="alert">
          {problemText(pdf.problem)}
        </Callout>
      )}
      {pdf.status === 'opened' && (
        <Stack fluid gap={4}>
          <Row gap={3} align="center" between wrap>
            <Text muted size="sm" tabular role="status">
              {chosen.length} de {plural(pdf.pageCount, 'página escolhida', 'páginas escolhidas')}
            </Text>
            <Row gap={2}>
              <Button size="sm" onClick={() => setSelection((current) => chooseAll(current, pdf.pageCount))}>
                Escolher todas
              </Button>
              <Button
                size="sm"
                variant="ghost"
                disabled={chosen.length === 0}
                onClick={() => setSelection(nothingChosen)}
              >
                Nenhuma
              </Button>
            </Row>
          </Row>
          <PageGrid {...pdf} selection={selection} onSelect={setSelection} />
          <DisplayTime showLabel value={displayDuration} onChange={setDisplayDuration} />
          <Checkbox
            label="Criar playlist com estas páginas"
            checked={playlistName !== undefined}
            onChange={(isWanted) => setPlaylistName(isWanted ? defaultName(file.name) : undefined)}
          />
          {playlistName !== undefined && (
            <Input
              label="Nome da playlist"
              required
              value={playlistName}
              onChange={setPlaylistName}
              counterMax={limits.playlistNameLength}
              error={showsProblems && isNameless ? 'Dê um nome à playlist.' : undefined}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}

interface AddOptions {
  sendNow: boolean;
  displayDuration: number;
  /** Name of the playlist to create; undefined to create none. */
  playlistName: string | undefined;
}

/**
 * Returns a function that draws pages in the size of a TV, and adds each page to the upload queue as soon as it is drawn. The
 * function creates a wanted playlist before it adds the first page, leaves out pages that cannot be drawn, and closes the dialog
 * at the end if it has added a page. If the user closes the dialog earlier, no further pages are drawn; pages in the queue are still uploaded.
 */
function useAddPages(file: File, pdf: PdfState, onClose: () => void) {
  const isMounted = useIsMounted();
  const [progress, setProgress] = useState('');
  const [add, adding] = useAction(
    'Erro ao criar playlist',
    async (pages: readonly number[], { playlistName, ...options }: AddOptions) => {
      if (pdf.status !== 'opened') return;
      const failed: number[] = [];
      let destination: Destination | undefined;
      let addedCount = 0;
      let unsentCount = 0;
      const resumeThumbnails = pdf.reader.pauseThumbnails();
      try {
        for (const [index, page] of pages.entries()) {
          setProgress(`Preparando página ${index + 1} de ${pages.length}…`);
          const image = await pdf.reader.render(page, 'content').catch(() => undefined);
          if (!isMounted()) break;
          if (!image) {
            failed.push(page);
            continue;
          }
          if (playlistName !== undefined && !destination) {
            const { id, name } = await createPlaylist({ name: playlistName.trim() });
            destination = { playlist: { id, name } };
          }
          unsentCount += addImages([pageFile(file, page, image)], { ...options, destination });
          addedCount += 1;
        }
      } finally {
        resumeThumbnails();
      }
      if (addedCount + failed.length < pages.length) {
        if (addedCount > 0) toast({ title: `${addedCount} de ${pages.length} páginas adicionadas`, variant: 'info' });
        return;
      }
      toastLeftOut(failed, options.sendNow ? unsentCount : 0);
      if (addedCount > 0) onClose();
    },
  );
  return { add, adding, progress };
}

/** Shows which pages could not be drawn, and how many are in the queue but do not fit into the quota. */
function toastLeftOut(failed: readonly number[], unsentCount: number): void {
  const count = failed.length + unsentCount;
  if (count === 0) return;
  const sentences = [
    failed.length > 0 && `Não foi possível ler: página ${failed.join(', ')}.`,
    unsentCount > 0 &&
      plural(unsentCount, 'não cabe na conta e espera na lista.', 'não cabem na conta e esperam na lista.'),
  ];
  toast({
    title: count === 1 ? 'Uma página ficou de fora' : `${count} páginas ficaram de fora`,
    description: sentences.filter(Boolean).join(' '),
    variant: 'destructive',
    outlivesDialog: true,
  });
}
