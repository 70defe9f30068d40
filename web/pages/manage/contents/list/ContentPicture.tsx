import { Film, Image, Play, TriangleAlert } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx';
import { durationText, isProcessing } from './content-texts.ts';
import { reloadSignedUrls } from './reload-signed-urls.ts';
import styles from './ContentPicture.module.css';
import { isImage } from '../../../../../src/contract/changes/views.ts';
import { Stack, Text } from '../../../../ui/layout/primitives.tsx';

/** Hover time in ms after which the preview plays. */
const hoverMs = 250;

/** Shows the thumbnail of an item. Hovering or a tap plays a muted preview of a video; a click or second tap calls `onOpen`. */
export function ContentPicture({
  video,
  onOpen,
  compact = false,
}: {
  video: Video;
  onOpen: () => void;
  compact?: boolean;
}) {
  const [isPlaying, setPlaying] = useState(false);
  const cover = useRef<HTMLDivElement>(null);
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Pointer type of the last press. A key press is recorded as 'mouse', so that it opens the item at once. */
  const pointerType = useRef('mouse');
  const canPlay = !isImage(video) && video.processingStatus === 'completed' && video.mediaUrl !== null;

  useEffect(() => () => clearTimeout(hoverTimer.current), []);
  useEffect(() => {
    if (!isPlaying) return;
    const stop = (event: Event) =>
      event.target instanceof Node && !cover.current?.contains(event.target) && setPlaying(false);
    document.addEventListener('pointerdown', stop);
    return () => document.removeEventListener('pointerdown', stop);
  }, [isPlaying]);

  function enter(event: PointerEvent): void {
    if (!canPlay || event.pointerType !== 'mouse' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    hoverTimer.current = setTimeout(() => setPlaying(true), hoverMs);
  }

  function leave(event: PointerEvent): void {
    clearTimeout(hoverTimer.current);
    if (event.pointerType === 'mouse') setPlaying(false);
  }

  function handlePreviewError(): void {
    setPlaying(false);
    reloadSignedUrls();
  }

  function click(): void {
    if (pointerType.current !== 'mouse' && canPlay && !isPlaying) setPlaying(true);
    else onOpen();
  }

  return (
    <div
      ref={cover}
      className={compact ? `${styles.cover} ${styles.compact}` : styles.cover}
      onPointerEnter={enter}
      onPointerLeave={leave}
    >
      {video.thumbnailUrl ? (
        <img src={video.thumbnailUrl} alt="" loading="lazy" decoding="async" onError={reloadSignedUrls} />
      ) : (
        <Blank video={video} />
      )}
      {isPlaying && canPlay && (
        <video
          className={styles.preview}
          src={video.mediaUrl ?? undefined}
          autoPlay
          muted
          loop
          playsInline
          onError={handlePreviewError}
        />
      )}
      {video.processingStatus === 'completed' && (
        <button
          type="button"
          className={styles.open}
          aria-label={`Ver ${video.name}`}
          onPointerDown={(event) => {
            pointerType.current = event.pointerType;
          }}
          onKeyDown={() => {
            pointerType.current = 'mouse';
          }}
          onClick={click}
        >
          {canPlay && !isPlaying && !compact && <Play />}
        </button>
      )}
      {!compact && !isPlaying && video.processingStatus === 'completed' && (
        <Text size="xs" weight="bold" tabular className={styles.length}>
          {durationText(video)}
        </Text>
      )}
      {isProcessing(video) && !compact && <Processing video={video} />}
    </div>
  );
}

function Blank({ video }: { video: Video }) {
  if (video.processingStatus === 'failed') return <TriangleAlert className={styles.failed} />;
  return isImage(video) ? <Image /> : <Film />;
}

function Processing({ video }: { video: Video }) {
  const isRunning = video.processingStatus === 'processing';
  return (
    <Stack gap={1} size="xs" weight="medium" tabular className={styles.processing}>
      <span>{isRunning ? `Processando ${Math.round(video.processingProgress)}%` : 'Processando'}</span>
      <ProgressBar label={`Processando ${video.name}`} value={isRunning ? video.processingProgress : undefined} />
    </Stack>
  );
}
