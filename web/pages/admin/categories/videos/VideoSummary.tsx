import { Film, Image } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';
import thumbnails from '../../../../ui/styles/thumbnail.module.css';
import styles from './Videos.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Shows a content's thumbnail (or an icon) and name, with a badge while it is processed or replaced, or if that failed. */
export function VideoSummary({ video, detail }: { video: CategoryVideo; detail?: ReactNode }) {
  const { name, thumbnailUrl, mediaType } = video;
  return (
    <>
      <span className={classNames(thumbnails.thumbnail, styles.thumbnail)} aria-hidden="true">
        {thumbnailUrl ? <img src={thumbnailUrl} alt="" loading="lazy" /> : mediaType === 'image' ? <Image /> : <Film />}
      </span>
      <Text as="div" breakable grow>
        <Text as="p" size="sm" weight="bold">
          {name}
        </Text>
        {detail}
        <ProcessingBadge video={video} />
      </Text>
    </>
  );
}

function ProcessingBadge({ video: { processingStatus, processingError, replacement } }: { video: CategoryVideo }) {
  if (replacement?.status === 'failed')
    return <FailureBadge label="A substituição falhou" reason={replacement.error} />;
  if (replacement) return <Badge tone="info">Substituindo…</Badge>;
  if (processingStatus === 'failed') return <FailureBadge label="Falhou" reason={processingError} />;
  if (processingStatus === 'completed') return null;
  return <Badge tone="info">{processingStatus === 'pending' ? 'Na fila' : 'Processando'}</Badge>;
}

function FailureBadge({ label, reason }: { label: string; reason: string | null }) {
  return (
    <Row as="p" gap={2} rowGap={1} align="center" wrap tone="danger" size="xs">
      <Badge tone="danger">{label}</Badge>
      {reason && <span>{reason}</span>}
    </Row>
  );
}
