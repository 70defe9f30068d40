import { RotateCw, X } from 'lucide-react';
import { limits } from '../../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../../src/contract/text/units.ts';
import { destinationText } from '../../../state/uploads/upload-status.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { formatMb } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { savePurpose } from '../../../state/uploads/saved-purpose.ts';
import { PurposeField } from '../PurposeField.tsx';
import { DisplayTime } from './DisplayTime.tsx';
import styles from './DraftCard.module.css';
import { FilePreview } from './FilePreview.tsx';
import { discard, edit, type Upload } from '../../../state/uploads/queue.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Shows a chosen file before it is sent, with preview, name and options. `resumesAt`: percent of the file that the server has. */
export function DraftCard({
  item,
  problem,
  resumesAt,
}: {
  item: Upload;
  problem: string | undefined;
  resumesAt: number | undefined;
}) {
  const { id, file, kind, refusal } = item;
  return (
    <Stack as="li" gap={4} surface className={styles.card}>
      <FilePreview item={item} />
      <Stack fluid gap={2} canShrink>
        <Row gap={2} align="center" between>
          <Row as="p" gap={2} muted size="xs" nowrap canShrink>
            <Text ellipsis>{file.name}</Text>
            <span>{formatMb(file.size / bytesPerMb)}</span>
          </Row>
          <IconButton size="sm" label={`Retirar ${file.name}`} icon={<X />} onClick={() => discard(id)} />
        </Row>
        {resumesAt !== undefined && resumesAt > 0 && (
          <p>
            <Badge tone="info" icon={<RotateCw />}>
              Continua dos {resumesAt}% já enviados
            </Badge>
          </p>
        )}
        {refusal ? (
          <Callout tone="danger" role="alert" compact>
            {refusal}
          </Callout>
        ) : item.replaces ? (
          <p>Entra no lugar do arquivo de “{item.replaces.name}”.</p>
        ) : (
          <>
            <Input
              label={`Nome de ${file.name}`}
              hideLabel
              required
              value={item.name}
              onChange={(name) => edit(id, { name })}
              counterMax={limits.contentNameLength}
              error={problem}
              placeholder="Nome"
            />
            {item.destination && (
              <Row as="p" gap={2} rowGap={1} align="center" wrap muted size="sm">
                <span>Ao enviar, {destinationText(item.destination)}.</span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Só enviar ${file.name}`}
                  onClick={() => edit(id, { destination: undefined })}
                >
                  Só enviar
                </Button>
              </Row>
            )}
            <Row gap={5} rowGap={2} align="end" wrap className={styles.options}>
              {kind === 'image' && (
                <DisplayTime
                  showLabel
                  value={item.displayDuration}
                  onChange={(displayDuration) => edit(id, { displayDuration })}
                />
              )}
              <Switch
                label="Fundo ambiente"
                checked={item.useAmbientBackground}
                onChange={(useAmbientBackground) => edit(id, { useAmbientBackground })}
              />
            </Row>
            <PurposeField
              value={item.purpose}
              onChange={(purpose) => {
                savePurpose(purpose);
                edit(id, { purpose });
              }}
            />
          </>
        )}
      </Stack>
    </Stack>
  );
}
