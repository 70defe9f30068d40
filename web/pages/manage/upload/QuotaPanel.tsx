import { useSignals } from '@preact/signals-react/runtime';
import type { UserWithUsage } from '../../../../src/contract/accounts/accounts.ts';
import { hasCapability } from '../../../state/session.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatMb, plural } from '../../../ui/text/format.ts';
import { isFull, type QuotaForecast, type QuotaUsage } from '../../../state/uploads/upload-item.ts';
import { SpaceRequest } from './SpaceRequest.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

interface QuotaPanelProps {
  usage: QuotaUsage & Pick<UserWithUsage, 'spaceRequestedAt'>;
  forecast: QuotaForecast;
}

/**
 * Shows the space that the chosen and unfinished files need, and what does not fit. Without such files it shows nothing, unless
 * the account is full.
 */
export function QuotaPanel({ usage, forecast }: QuotaPanelProps) {
  useSignals();
  const { pendingMb, pendingCount, excessMb, excessCount } = forecast;
  const lacksSpace = excessMb > 0 || excessCount > 0 || isFull(usage);
  if (pendingMb === 0 && !lacksSpace) return null;
  const freeMb = usage.storageLimit - usage.storageUsed - pendingMb;
  const freeCount = usage.maxVideos - usage.videoCount - pendingCount;
  return (
    <Card padding="sm" label="Espaço da conta">
      <Stack gap={3}>
        {pendingMb > 0 && (
          <>
            <Line
              text={`+ ${formatMb(pendingMb)} neste envio`}
              note={`sobram ${formatMb(Math.max(0, freeMb))}`}
              problem={excessMb > 0 ? `Não cabe: faltam ${formatMb(excessMb)}.` : undefined}
            />
            <Line
              text={`+ ${pendingCount} neste envio`}
              note={`sobram ${plural(Math.max(0, freeCount), 'conteúdo', 'conteúdos')}`}
              problem={
                excessCount > 0 ? `Limite ultrapassado em ${plural(excessCount, 'conteúdo', 'conteúdos')}.` : undefined
              }
            />
          </>
        )}
        {pendingMb === 0 && (
          <Text as="p" size="sm">
            O espaço da conta acabou. Exclua conteúdos que não usa mais{hasCapability('account') && ', ou peça mais'}.
          </Text>
        )}
        {hasCapability('account') && lacksSpace && <SpaceRequest requestedAt={usage.spaceRequestedAt} />}
      </Stack>
    </Card>
  );
}

function Line({ text, note, problem }: { text: string; note: string; problem: string | undefined }) {
  return (
    <Row as="p" gap={3} rowGap={0} wrap between size="sm" tabular>
      <Text weight="bold">{text}</Text>
      {problem ? (
        <Text tone="danger" weight="medium" role="alert">
          {problem}
        </Text>
      ) : (
        <Text muted>{note}</Text>
      )}
    </Row>
  );
}
