import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { plural } from '../../ui/text/format.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import styles from './Account.module.css';
import { SessionRow } from './SessionRow.tsx';

/** Reload interval in ms. The server sends no event when the last use of a session changes. */
const refetchMs = 60_000;
/** Number of sessions shown before "Ver todas". */
const initialCount = 5;

/** Lists the user's own sessions: the current one first, the others by their last use. The user can end all others. */
export function SessionsCard() {
  const sessions = useResource('GET /api/user/sessions', {}, { refetchMs });
  const [showsAll, setShowsAll] = useState(false);
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const [endOthers, ending] = useConfirmedAction(
    'Erro ao encerrar sessões',
    {
      title: 'Encerrar todas as outras sessões?',
      text: `${plural(others.length, 'outro navegador sai', 'outros navegadores saem')} da conta na hora. Este continua aberto.`,
      action: 'Encerrar todas as outras',
    },
    async () => {
      const { ended } = await mutate('DELETE /api/user/sessions', {});
      toast({ title: plural(ended, 'sessão encerrada', 'sessões encerradas') });
    },
  );

  return (
    <Card title="Sessões abertas">
      <p className={styles.use}>
        Onde esta conta está aberta agora. Se não reconhecer alguma sessão, encerre-a e mude a senha.
      </p>
      <Loaded resource={sessions} skeleton={<Skeleton height="8rem" radius="var(--radius)" />} warnsWhenStale>
        {(all) => (
          <ul aria-label="Sessões abertas">
            {[...all]
              .sort((left, right) => Number(right.isCurrent) - Number(left.isCurrent))
              .slice(0, showsAll ? all.length : initialCount)
              .map((session) => (
                <SessionRow key={session.key} session={session} />
              ))}
          </ul>
        )}
      </Loaded>
      {others.length > 0 && (
        <Row gap={2} wrap className={styles.buttons}>
          {others.length >= initialCount && (
            <Button aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Ver só as últimas' : `Ver todas (${others.length + 1})`}
            </Button>
          )}
          <Button icon={<LogOut aria-hidden="true" />} pending={ending} onClick={endOthers}>
            Encerrar todas as outras
          </Button>
        </Row>
      )}
    </Card>
  );
}
