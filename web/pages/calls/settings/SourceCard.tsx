import { useState } from 'react';
import type { CallSource } from '../../../../src/contract/calls.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { mutate, useResource } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatTime } from '../../../ui/text/format.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import styles from './SettingsTab.module.css';
import { SourceLosses } from '../SourceLosses.tsx';
import { SourceDialog } from './SourceDialog.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';

/** Shows the state of the connection to Novo SGA, with a switch: while it is on, TVs repeat the calls of Novo SGA. */
export function SourceCard() {
  const source = useResource('GET /api/call-source');
  const [isEditing, setIsEditing] = useState(false);
  const [setActive, isSetting] = useAction('Erro ao mudar o Novo SGA', (isActive: boolean) =>
    mutate('PUT /api/call-source', { body: { isActive } }),
  );
  return (
    <Card title="Novo SGA" actions={<Button onClick={() => setIsEditing(true)}>Configurar</Button>}>
      <p className={styles.text}>
        Quem já chama pelo Novo SGA continua chamando por lá: as senhas aparecem e são faladas nas TVs do Antessala.
      </p>
      <Loaded resource={source} skeleton={<Skeleton height="4rem" />}>
        {(data) => (
          <>
            <SourceState source={data} />
            <SourceLosses />
            <Switch
              label="Repetir as chamadas do Novo SGA"
              checked={data.isActive}
              disabled={isSetting || (!data.isActive && (data.url === '' || !data.hasSecret))}
              onChange={(isActive) => void setActive(isActive)}
            />
            {isEditing && <SourceDialog source={data} onClose={() => setIsEditing(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function SourceState({ source: { isActive, state } }: { source: CallSource }) {
  if (!isActive || !state) return null;
  return (
    <Text as="div" marginBottom={4}>
      <Callout compact tone={state.error ? 'warning' : 'success'}>
        {state.error ?? 'Ligado: o Novo SGA respondeu'} ({formatTime(state.at)})
      </Callout>
    </Text>
  );
}
