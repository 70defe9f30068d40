import { RotateCw, ServerOff } from 'lucide-react';
import { useEffect } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { reloadUser } from '../../../state/session.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { FullPage } from '../layout/FullPage.tsx';

/** Shows that the server did not respond when the studio started, so the session may be valid or not. Retries by itself. */
export function Unreachable() {
  const [retry, isRetrying] = useAction('Sem conexão', reloadUser);
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
        <Button icon={<RotateCw />} pending={isRetrying} onClick={retry}>
          Tentar novamente
        </Button>
      }
    />
  );
}
