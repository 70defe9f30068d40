import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { useResource } from '../../../../state/resources/resource.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { RefreshButton } from '../../../../ui/action/RefreshButton.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { LogLevelChoice } from './LogLevelChoice.tsx';
import { uptimeText } from './uptime.ts';
import { Stack } from '../../../../ui/layout/primitives.tsx';

const clockTexts = { kept: 'Sim', adrift: 'Não', unknown: 'Desconhecido' };
const refetchMs = 30_000;

/** Shows the state of the server: health, version, log. */
export function SystemCard() {
  const health = useResource('GET /healthz', {}, { refetchMs });

  return (
    <Card title="Sistema" actions={<RefreshButton label="Atualizar o estado do sistema" onRefresh={health.refetch} />}>
      {health.error && !health.data ? (
        <LoadError error={health.error} onRetry={health.refetch} />
      ) : (
        <Stack gap={5}>
          <Health health={health.data} />
          <DescriptionList>
            <Description name="Versão">{health.data?.version}</Description>
            <Description name="No ar há">{health.data && uptimeText(health.data.uptimeS)}</Description>
            <Description name="Conversão de vídeos">
              {health.data && (health.data.ffmpeg ? 'Disponível' : 'Indisponível')}
            </Description>
            <Description name="Relógio acertado pela rede (NTP)">
              {health.data && clockTexts[health.data.clock]}
            </Description>
          </DescriptionList>
          <LogLevelChoice />
        </Stack>
      )}
    </Card>
  );
}

function Health({ health }: { health: { status: 'ok' | 'degraded'; problems: string[] } | undefined }) {
  if (!health) return <Skeleton height="3.25rem" radius="var(--radius)" />;
  if (health.status === 'ok') return <Callout tone="success" title="Tudo funcionando" />;
  return (
    <Callout tone="warning" title="Precisa de atenção">
      <ul>
        {health.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Callout>
  );
}
