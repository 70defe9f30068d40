import type { Video } from '../../../../../src/contract/media.ts';
import { ValidityBadge } from '../../../../components/programme/ValidityBadge.tsx';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { durationText, isUnderWay, kindText } from '../../contents/list/facts.ts';
import styles from './ItemWords.module.css';

/** Name and small print of an item in the editor's lists. */
export function ItemWords({ video }: { video: Video }) {
  return (
    <>
      <p className={styles.name} title={video.name}>
        {video.name}
      </p>
      <p className={styles.facts}>
        {video.userId === null && <Badge tone="info">Plataforma</Badge>}
        {isUnderWay(video) && <Badge tone="info">Processando</Badge>}
        <ValidityBadge video={video} />
        {video.processingStatus === 'failed' && <Badge tone="danger">Falhou</Badge>}
        {video.processingStatus === 'completed' && `${kindText(video)} · ${durationText(video) ?? '–'}`}
      </p>
    </>
  );
}
