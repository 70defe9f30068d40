import { Film, Image, Maximize2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDuration } from '../../../ui/text/format.ts';
import { PreviewDialog } from '../PreviewDialog.tsx';
import styles from './FilePreview.module.css';
import type { Upload } from '../../../state/uploads/queue.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the chosen image or video before it is sent; a click opens the large preview. */
export function FilePreview({ item }: { item: Pick<Upload, 'file' | 'kind' | 'name'> }) {
  const url = useObjectUrl(item.file);
  const KindIcon = item.kind === 'image' ? Image : Film;
  const [isBroken, setBroken] = useState(false);
  const [durationS, setDuration] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Stack
        as="button"
        muted
        noShrink
        type="button"
        className={styles.cover}
        aria-label={`Ver ${item.name || item.file.name}`}
        disabled={isBroken}
        onClick={() => setOpen(true)}
      >
        {isBroken || !url ? (
          <KindIcon />
        ) : item.kind === 'image' ? (
          <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />
        ) : (
          // Skips the first frame, which is often black.
          <video
            src={`${url}#t=0.5`}
            muted
            playsInline
            preload="metadata"
            onLoadedMetadata={(event) => setDuration(event.currentTarget.duration)}
            onError={() => setBroken(true)}
          />
        )}
        {!isBroken && (
          <span className={styles.enlarge}>
            <Maximize2 />
          </span>
        )}
        {durationS !== undefined && Number.isFinite(durationS) && (
          <Text size="xs" weight="bold" tabular className={styles.duration}>
            {formatDuration(durationS)}
          </Text>
        )}
      </Stack>
      {isOpen && (
        <PreviewDialog
          title={item.name || item.file.name}
          kind={item.kind}
          url={url ?? null}
          whenBroken="Este navegador não mostra este formato. Depois de enviado, o arquivo é convertido."
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Returns a blob URL of the file, valid while the component is mounted; undefined in the first render. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
