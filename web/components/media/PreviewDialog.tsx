import { FileQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import styles from './PreviewDialog.module.css';
import { Text } from '../../ui/layout/primitives.tsx';

export interface PreviewDialogProps {
  title: string;
  kind: 'video' | 'image';
  /** Address of the file: the server's, or a blob's. */
  url: string | null;
  posterUrl?: string | null;
  /** The small print below. */
  details?: ReactNode;
  /** Possible reason why a file does not open. */
  whenBroken: string;
  /** The file at this address does not open; a new address is tried. */
  onBroken?: () => void;
  onClose: () => void;
}

/** An item in large: videos start muted, with controls. */
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
  const [brokenUrl, setBroken] = useState<string>();
  const broken = () => {
    setBroken(url ?? undefined);
    onBroken?.();
  };
  return (
    <Dialog open size="xl" title={title} onClose={onClose}>
      <div className={styles.preview}>
        <div className={styles.stage}>
          {url === null || url === brokenUrl ? (
            <EmptyState icon={<FileQuestion />} title="Pré-visualização indisponível" text={whenBroken} />
          ) : kind === 'image' ? (
            <img src={url} alt={title} onError={broken} />
          ) : (
            <video
              src={url}
              poster={posterUrl ?? undefined}
              aria-label={title}
              controls
              autoPlay
              muted
              playsInline
              onError={broken}
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
