import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Badge for an item that is not ready to play yet; nothing once it plays. */
export function ProcessingBadge({
  video: { processingStatus, processingError, replacement },
}: {
  video: CategoryVideo;
}) {
  if (replacement)
    return replacement.status === 'failed' ? (
      <Row as="p" gap={2} rowGap={1} align="center" wrap tone="danger" size="xs">
        <Badge tone="danger">A substituição falhou</Badge>
        {replacement.error && <span>{replacement.error}</span>}
      </Row>
    ) : (
      <Badge tone="info">Substituindo…</Badge>
    );
  if (processingStatus === 'completed') return null;
  if (processingStatus !== 'failed')
    return <Badge tone="info">{processingStatus === 'pending' ? 'Na fila' : 'Processando'}</Badge>;
  return (
    <Row as="p" gap={2} rowGap={1} align="center" wrap tone="danger" size="xs">
      <Badge tone="danger">Falhou</Badge>
      {processingError && <span>{processingError}</span>}
    </Row>
  );
}
