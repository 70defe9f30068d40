import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { type ArchiveUpload, cancelArchive } from '../../state/uploads/archive-upload.ts';
import { Button } from '../../ui/action/Button.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { formatMb } from '../../ui/text/format.ts';

/** Shows the archive that is being sent to the server. */
export function SendingArchive({ upload }: { upload: ArchiveUpload }) {
  const { name, sizeBytes, sentBytes, isWaiting } = upload;
  return (
    <Card title={`Enviando “${name}”`} actions={<Button onClick={cancelArchive}>Cancelar</Button>}>
      <Stack gap={3}>
        <ProgressBar label={`Envio de ${name}`} value={(sentBytes / sizeBytes) * 100} />
        <Row gap={3} between wrap>
          <Text muted size="sm" tabular>
            {formatMb(sentBytes / bytesPerMb)} de {formatMb(sizeBytes / bytesPerMb)}
          </Text>
          <Text muted size="sm" role="status">
            {isWaiting ? 'Sem conexão: o envio continua quando ela voltar.' : 'Depois do envio você vê a prévia.'}
          </Text>
        </Row>
      </Stack>
    </Card>
  );
}
