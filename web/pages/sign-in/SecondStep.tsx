import { ShieldCheck } from 'lucide-react';
import { CallError, call } from '../../api/client.ts';
import { addressAfterSignIn } from '../../navigation/return-address.ts';
import { navigate } from '../../navigation/router.ts';
import { nameOf, setSignedInUser } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { InterimView } from './InterimView.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';

/** Asks for the second factor: a code of the authenticator app or a recovery code (contract/README 1.18). */
export function SecondStep({ onBack }: { onBack: () => void }) {
  async function send(code: string): Promise<void> {
    const user = await call('POST /api/login/second-factor', { body: { code } });
    setSignedInUser(user);
    navigate(addressAfterSignIn(), { replace: true });
    toast({ title: 'Login realizado com sucesso!', description: `Bem-vindo, ${nameOf(user)}` });
  }

  function refusalOf(failure: unknown): string | undefined {
    if (!(failure instanceof CallError)) return undefined;
    // 401: the password was typed more than five minutes ago and must be typed again.
    if (failure.status === 401) onBack();
    return failure.status === 403 || failure.status === 429 ? failure.message : undefined;
  }

  return (
    <InterimView
      icon={<ShieldCheck aria-hidden="true" />}
      title="Verificação em duas etapas"
      text="Abra o aplicativo autenticador no celular e digite o código do Antessala."
      onBack={onBack}
    >
      <SecondStepForm
        hint="Sem o celular? Digite um código de recuperação."
        action="Entrar no Studio"
        pendingLabel="Entrando..."
        onSend={send}
        refusalOf={refusalOf}
      />
    </InterimView>
  );
}
