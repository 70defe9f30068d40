import { useSignals } from '@preact/signals-react/runtime';
import type { UserWithUsage } from '../../../../src/contract/accounts/accounts.ts';
import { hasCapability } from '../../../state/session.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { formatMb, plural } from '../../../ui/text/format.ts';
import { isFull, type QuotaForecast, type Usage } from '../../../state/uploads/upload-item.ts';
import styles from './QuotaPanel.module.css';
import { SpaceRequest } from './SpaceRequest.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

interface QuotaPanelProps {
  usage: Usage & Pick<UserWithUsage, 'spaceRequestedAt'>;
  forecast: QuotaForecast;
}

/** Shows the account's used storage and contents, and how much the chosen files will add. */
export function QuotaPanel({ usage, forecast }: QuotaPanelProps) {
  useSignals();
  const freeMb = Math.max(0, usage.storageLimit - usage.storageUsed);
  return (
    <Card padding="sm" label="Espaço da conta">
      <Stack gap={4}>
        <Line
          label="Armazenamento"
          text={`${formatMb(usage.storageUsed)} de ${formatMb(usage.storageLimit)}`}
          used={usage.storageUsed}
          pending={forecast.pendingMb}
          max={usage.storageLimit}
          note={forecast.pendingMb > 0 ? `+ ${formatMb(forecast.pendingMb)} neste envio` : `${formatMb(freeMb)} livres`}
          problem={forecast.missingMb > 0 ? `Não cabe: faltam ${formatMb(forecast.missingMb)}.` : undefined}
        />
        <Line
          label="Conteúdos"
          text={`${usage.videoCount} de ${usage.maxVideos}`}
          used={usage.videoCount}
          pending={forecast.pendingCount}
          max={usage.maxVideos}
          note={
            forecast.pendingCount > 0
              ? `+ ${forecast.pendingCount} neste envio`
              : `${Math.max(0, usage.maxVideos - usage.videoCount)} livres`
          }
          problem={
            forecast.missingCount > 0
              ? `Limite ultrapassado em ${plural(forecast.missingCount, 'conteúdo', 'conteúdos')}.`
              : undefined
          }
        />
        {hasCapability('account') && (forecast.missingMb > 0 || forecast.missingCount > 0 || isFull(usage)) && (
          <SpaceRequest requestedAt={usage.spaceRequestedAt} />
        )}
      </Stack>
    </Card>
  );
}

interface LineProps {
  label: string;
  text: string;
  used: number;
  pending: number;
  max: number;
  note: string;
  problem: string | undefined;
}

function Line({ label, text, used, pending, max, note, problem }: LineProps) {
  const share = (amount: number) => `${max > 0 ? Math.min(100, (amount / max) * 100) : 100}%`;
  return (
    <div className={styles.line}>
      <Row as="p" gap={3} rowGap={0} wrap between size="sm">
        <Text weight="bold">{label}</Text>
        <Text muted tabular>
          {text}
        </Text>
      </Row>
      <div className={styles.track} aria-hidden="true">
        <div
          className={classNames(styles.pending, problem !== undefined && styles.over)}
          style={{ width: share(used + pending) }}
        />
        <div className={styles.used} style={{ width: share(used) }} />
      </div>
      <Text
        as="p"
        muted={!problem}
        tone={problem ? 'danger' : undefined}
        weight={problem ? 'medium' : undefined}
        size="xs"
        tabular
        role={problem ? 'alert' : undefined}
      >
        {problem ?? note}
      </Text>
    </div>
  );
}
