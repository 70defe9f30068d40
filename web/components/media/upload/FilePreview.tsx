import { Film, Image, Maximize2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDuration } from '../../../ui/text/format.ts';
import { PreviewDialog } from '../PreviewDialog.tsx';
import styles from './FilePreview.module.css';
import type { Upload } from '../../../state/uploads/queue.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

/** The chosen image or video before it is sent; a click shows it in large. */
export function FilePreview({ item }: { item: Pick<Upload, 'file' | 'kind' | 'name'> }) {
  const url = useObjectUrl(item.file);
  const Kind = item.kind === 'image' ? Image : Film;
  const [isBroken, setBroken] = useState(false);
  const [lengthS, setLength] = useState<number>();
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
          <Kind />
        ) : item.kind === 'image' ? (
          <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />
        ) : (
          // Not the very first frame: it is often black.
          <video
            src={`${url}#t=0.5`}
            muted
            playsInline
            preload="metadata"
            onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
            onError={() => setBroken(true)}
          />
        )}
        {!isBroken && (
          <span className={styles.enlarge}>
            <Maximize2 />
          </span>
        )}
        {lengthS !== undefined && Number.isFinite(lengthS) && (
          <Text size="xs" weight="bold" tabular className={styles.length}>
            {formatDuration(lengthS)}
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

/** Returns an address for a file of this computer while the component is mounted; undefined in the first render. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
