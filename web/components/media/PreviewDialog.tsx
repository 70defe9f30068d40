import { FileQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import styles from './PreviewDialog.module.css';
import { Text } from '../../ui/layout/primitives.tsx';

interface PreviewDialogProps {
  title: string;
  kind: 'video' | 'image';
  /** Address of the file, on the server or of a blob. */
  url: string | null;
  /** Image to show until a video plays. */
  posterUrl?: string | null;
  /** Small text below the preview. */
  details?: ReactNode;
  /** Text that explains why the file may not open. */
  whenBroken: string;
  /** Called when the file at `url` does not open; a changed `url` is tried again. */
  onBroken?: () => void;
  onClose: () => void;
}

/** Shows an image or a video in a large dialog. Videos start muted, with controls. */
export function PreviewDialog({
  title,
  kind,
  url,
  posterUrl,
  details,
  whenBroken,
  onBroken,
  onClose,
}: PreviewDialogProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const onMediaError = () => {
    setBrokenUrl(url ?? undefined);
    onBroken?.();
  };
  return (
    <Dialog open size="xl" title={title} onClose={onClose}>
      <div className={styles.preview}>
        <div className={styles.stage}>
          {url === null || url === brokenUrl ? (
            <EmptyState icon={<FileQuestion />} title="Pré-visualização indisponível" text={whenBroken} />
          ) : kind === 'image' ? (
            <img src={url} alt={title} onError={onMediaError} />
          ) : (
            <video
              src={url}
              poster={posterUrl ?? undefined}
              aria-label={title}
              controls
              autoPlay
              muted
              playsInline
              onError={onMediaError}
            />
          )}
        </div>
        {details && (
          <Text as="p" muted size="sm" noShrink>
            {details}
          </Text>
        )}
      </div>
    </Dialog>
  );
}
