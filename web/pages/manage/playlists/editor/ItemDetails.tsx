import type { Video } from '../../../../../src/contract/media.ts';
import { ValidityBadge } from '../../../../components/programme/ValidityBadge.tsx';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { durationText, isProcessing, kindText } from '../../contents/list/content-texts.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Shows name, state, kind and duration of an item in the editor's lists. */
export function ItemDetails({ video }: { video: Video }) {
  return (
    <>
      <Text as="p" size="sm" weight="bold" ellipsis title={video.name}>
        {video.name}
      </Text>
      <Row as="p" gap={2} rowGap={0} align="center" wrap muted size="xs" tabular>
        {video.userId === null && <Badge tone="info">Plataforma</Badge>}
        {isProcessing(video) && <Badge tone="info">Processando</Badge>}
        <ValidityBadge video={video} />
        {video.processingStatus === 'failed' && <Badge tone="danger">Falhou</Badge>}
        {video.processingStatus === 'completed' && `${kindText(video)} · ${durationText(video) ?? '–'}`}
      </Row>
    </>
  );
}
