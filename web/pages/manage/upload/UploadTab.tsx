import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import { FolderInput } from 'lucide-react';
import { paths } from '../../../navigation/paths.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { hasCapability, isAdministrator } from '../../../state/session.ts';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { DraftCard } from '../../../components/media/upload/DraftCard.tsx';
import { DropZone } from '../../../components/media/upload/DropZone.tsx';
import { identityOf } from '../../../state/uploads/chosen-file.ts';
import { InterruptedList } from './InterruptedList.tsx';
import { persistDrafts } from '../../../state/uploads/persist-drafts.ts';
import { ProgressCard } from '../../../components/media/upload/ProgressCard.tsx';
import {
  sortByUrgency,
  fittingDrafts,
  isDraft,
  isFull,
  nameProblems,
  quotaForecast,
} from '../../../state/uploads/upload-item.ts';
import { QuotaPanel } from './QuotaPanel.tsx';
import { SendPanel, uploadsHeadingId } from './SendPanel.tsx';
import styles from './UploadTab.module.css';
import { clearDone, interruptedUploads, type Upload, uploads } from '../../../state/uploads/queue.ts';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';

interface UploadTabProps {
  /** True while files are dragged over the window. */
  isDraggingFiles: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Shows the tab 'Upload' (contract/README 3.2 and 3.3). */
export function UploadTab({ isDraggingFiles, onFiles }: UploadTabProps) {
  useSignals();
  useEffect(persistDrafts, []);
  const server = useResource('GET /api/capabilities');
  const usage = useResource('GET /api/user/me');
  const main = useRef<HTMLDivElement>(null);
  const [showsProblems, setShowsProblems] = useState(false);
  const [wantsPlatform, setPlatform] = useState(false);
  const isPlatform = wantsPlatform && isAdministrator.value;

  function showProblems(): void {
    setShowsProblems(true);
    requestAnimationFrame(() => main.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  const queue = uploads.value;
  /** Files that are not sent yet, including those that were refused when they were chosen. */
  const chosen = queue.filter(({ phase }) => phase.status === 'draft');
  const sentUploads = queue.filter(({ phase }) => phase.status !== 'draft');
  const drafts = chosen.filter(isDraft);
  const problems = showsProblems ? nameProblems(drafts) : undefined;
  const forecast = usage.data && quotaForecast(queue, usage.data, { countsDrafts: !isPlatform });
  const showsOnlyDropZone = queue.length === 0 && !(usage.data && isFull(usage.data));
  const fitting = usage.data && !isPlatform ? fittingDrafts(queue, usage.data) : drafts;

  return (
    <Stack gap={5} align="start" className={classNames(styles.layout, showsOnlyDropZone && styles.start)}>
      <Stack fluid gap={4} canShrink ref={main}>
        {server.data?.diskFull && <Warning text="O servidor está sem espaço em disco. Avise o administrador." />}
        {server.data && !server.data.canTranscode && (
          <Warning text="O conversor de vídeos (ffmpeg) não está instalado no servidor: envie imagens ou vídeos em MP4 (H.264), até Full HD." />
        )}
        <InterruptedList />
        <DropZone compact={queue.length > 0} isDraggingFiles={isDraggingFiles} takesPdf onFiles={onFiles} />
        {showsOnlyDropZone && hasCapability('playlists') && (
          <ButtonLink variant="ghost" icon={<FolderInput />} href={paths.import}>
            Importar de outro sistema ou de uma pasta
          </ButtonLink>
        )}
        {chosen.length > 0 && (
          <Stack as="ul" fluid gap={3} canShrink aria-label="Arquivos escolhidos">
            {chosen.map((item) => (
              <DraftCard key={item.id} item={item} problem={problems?.get(item.id)} resumesAt={resumePercent(item)} />
            ))}
          </Stack>
        )}
        {sentUploads.length > 0 && <SentList items={sentUploads} />}
      </Stack>
      {!showsOnlyDropZone && (
        <Stack fluid gap={4} canShrink className={styles.side}>
          {usage.data && forecast && <QuotaPanel usage={usage.data} forecast={forecast} />}
          {drafts.length > 0 && (
            <SendPanel
              drafts={drafts}
              fitting={fitting}
              isPlatform={isPlatform}
              onPlatform={setPlatform}
              onProblems={showProblems}
            />
          )}
        </Stack>
      )}
    </Stack>
  );
}

function SentList({ items }: { items: readonly Upload[] }) {
  return (
    <section aria-label="Envios">
      <Row align="center" between className={styles.heading}>
        <h2 id={uploadsHeadingId} tabIndex={-1}>
          Envios
        </h2>
        {items.some(({ phase }) => phase.status === 'done') && (
          <Button size="sm" variant="ghost" onClick={clearDone}>
            Limpar concluídos
          </Button>
        )}
      </Row>
      <Stack as="ul" fluid gap={3} canShrink>
        {sortByUrgency(items).map((item) => (
          <ProgressCard key={item.id} item={item} />
        ))}
      </Stack>
    </section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <Callout tone="warning" role="alert">
      {text}
    </Callout>
  );
}

/** Returns the percentage of an interrupted file that the server already has. Reads signals. */
function resumePercent({ file }: Upload): number | undefined {
  const interrupted = interruptedUploads.value.find(({ identity }) => identity === identityOf(file));
  return interrupted && Math.floor((interrupted.sentBytes / file.size) * 100);
}
