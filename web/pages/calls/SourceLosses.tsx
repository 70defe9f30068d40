import { useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import { formatTime } from '../../ui/text/format.ts';

/** Shows how many of today's Novo SGA calls were lost, until the user clicks 'Entendi' (contract/README 15.10). */
export function SourceLosses() {
  const [confirmedAt, setConfirmedAt] = useState<string>();
  const lost = useResource('GET /api/call-source').data?.lost;
  if (!lost || lost.at === confirmedAt) return null;
  const { missed, beyondLimit, at } = lost;
  return (
    <Text as="div" marginBottom={4}>
      <Callout
        compact
        tone="warning"
        role="status"
        title="Confira no Novo SGA quem foi chamado"
        actions={
          <Button size="sm" onClick={() => setConfirmedAt(at)}>
            Entendi
          </Button>
        }
      >
        {missed > 0 && `Até ${missed} ${missed === 1 ? 'chamada pode' : 'chamadas podem'} ter faltado na TV. `}
        {beyondLimit > 0 &&
          `${beyondLimit} ${beyondLimit === 1 ? 'chamada passou' : 'chamadas passaram'} do limite de ${limits.calls.callsPerDay.toLocaleString('pt-BR')} por dia e não ${beyondLimit === 1 ? 'apareceu' : 'apareceram'}. `}
        (a última às {formatTime(at)})
      </Callout>
    </Text>
  );
}
