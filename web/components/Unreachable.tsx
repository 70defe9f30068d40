import { RotateCw, ServerOff } from 'lucide-react';
import { useEffect } from 'react';
import { limits } from '../../src/contract/limits.ts';
import { reloadUser } from '../state/session.ts';
import { useAction } from '../state/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './FullPage.module.css';

/** The server did not answer at the start: says so instead of asking for a password that can't be checked. */
export function Unreachable() {
  const [retry, retrying] = useAction('Sem conexão', reloadUser);
  useEffect(() => {
    const timer = setInterval(reloadUser, limits.realtimeReconnectMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <main className={styles.page}>
      <h1 className={styles.hidden}>Sem conexão</h1>
      <EmptyState
        icon={<ServerOff />}
        title="O servidor não respondeu"
        text="Verifique a rede deste computador. As telas continuam exibindo o que já receberam."
        action={
          <Button icon={<RotateCw />} pending={retrying} onClick={retry}>
            Tentar novamente
          </Button>
        }
      />
    </main>
  );
}
