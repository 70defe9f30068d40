import { LogOut } from 'lucide-react';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { plural } from '../../ui/text/format.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './Account.module.css';
import { SessionRow } from './SessionRow.tsx';

/** Reload interval in ms. The server sends no event when the last use of a session changes. */
const refetchMs = 60_000;

/** Lists the account's sessions. The user can end all of them except the current session. */
export function SessionsCard() {
  const sessions = useResource('GET /api/user/sessions', {}, { refetchMs });
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
              .map((session) => (
                <SessionRow key={session.key} session={session} />
              ))}
          </ul>
        )}
      </Loaded>
      {others.length > 0 && (
        <div className={styles.buttons}>
          <Button icon={<LogOut aria-hidden="true" />} pending={ending} onClick={endOthers}>
            Encerrar todas as outras
          </Button>
        </div>
      )}
    </Card>
  );
}
