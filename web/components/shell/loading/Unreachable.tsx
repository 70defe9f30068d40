import { RotateCw, ServerOff } from 'lucide-react';
import { useEffect } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { reloadUser } from '../../../state/session.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { FullPage } from '../layout/FullPage.tsx';

/** The server did not answer at the start: says so instead of asking for a password that can't be checked. */
export function Unreachable() {
  const [retry, retrying] = useAction('Sem conexão', reloadUser);
  useEffect(() => {
    const timer = setInterval(reloadUser, limits.realtimeReconnectMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <FullPage
      icon={<ServerOff />}
      title="O servidor não respondeu"
      text="Verifique a rede deste computador. As telas continuam exibindo o que já receberam."
      action={
        <Button icon={<RotateCw />} pending={retrying} onClick={retry}>
          Tentar novamente
        </Button>
      }
    />
  );
}
