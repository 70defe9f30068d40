import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApiToken, NewApiToken } from '../../../../src/contract/accounts/team.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useConfirmedAction } from '../../../state/form/use-confirmed-action.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatAgo, formatDate } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import styles from '../Team.module.css';
import { AccountRow, RowIcon } from '../../../components/accounts/AccountRow.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { scopeNames } from '../../../../src/contract/accounts/capabilities.ts';
import { TokenDialog } from './TokenDialog.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Lists the account's API tokens (contract/README 1.21). */
export function TokensCard() {
  const tokens = useResource('GET /api/tokens');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewApiToken>();
  return (
    <Card
      title="Tokens de API"
      actions={
        <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
          Novo token
        </Button>
      }
    >
      <Text as="p" marginBottom={4} muted size="sm" pretty>
        Para programas que mudam mensagens ou conteúdos por você. <a href="/api/docs">Ver as chamadas</a>
      </Text>
      <Loaded
        resource={tokens}
        skeleton={<Skeleton height="6rem" radius="var(--radius)" />}
        warnsWhenStale
        empty={
          <Row gap={3} align="center" muted size="sm" className={styles.nobody}>
            <KeyRound aria-hidden="true" />
            <p>Nenhum token. Só crie um se outro sistema precisar falar com o Antessala.</p>
          </Row>
        }
      >
        {(all) => (
          <ul aria-label="Tokens de API">
            {all.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
      </Loaded>
      {isCreating && <NewTokenDialog onClose={() => setCreating(false)} onSaved={setCreated} />}
      {created && <TokenDialog token={created} onClose={() => setCreated(undefined)} />}
    </Card>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const { id, name, scopes, createdBy, expiresAt, lastUsedAt } = token;
  const isExpired = Date.parse(expiresAt) <= Date.now();
  const [remove, removing] = useConfirmedAction(
    'Erro ao excluir o token',
    {
      title: 'Excluir este token?',
      text: `O programa que usa “${name}” deixa de funcionar na hora.`,
      action: 'Excluir',
    },
    async () => {
      await mutate('DELETE /api/tokens/:id', { params: { id } });
      toast({ title: 'Token excluído', description: name });
    },
  );

  return (
    <AccountRow
      icon={
        <RowIcon>
          <KeyRound />
        </RowIcon>
      }
      name={name}
      badges={isExpired && <Badge tone="danger">Vencido</Badge>}
      details={
        <>
          <span>{scopes.map((scope) => scopeNames[scope]).join(', ')}</span>
          <span>criado por {createdBy}</span>
          <span>{isExpired ? `venceu em ${formatDate(expiresAt)}` : `vale até ${formatDate(expiresAt)}`}</span>
          <span>{lastUsedAt ? `usado ${formatAgo(lastUsedAt, Date.now())}` : 'nunca usado'}</span>
        </>
      }
    >
      <IconButton tone="danger" label={`Excluir: ${name}`} icon={<Trash2 />} pending={removing} onClick={remove} />
    </AccountRow>
  );
}
