import { ShieldPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import { CallError, call } from '../../api/client.ts';
import { SecretQrCode } from '../../components/second-factor/SecretQrCode.tsx';
import { RecoveryCodes } from '../../components/second-factor/RecoveryCodes.tsx';
import { addressAfterSignIn } from '../../navigation/return-address.ts';
import { navigate } from '../../navigation/router.ts';
import { emailOf, setSignedInUser } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { InterimView, ViewHeading } from './InterimView.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Sets up a required second factor before the sign-in continues (contract/README 1.18). */
export function SecondStepSetup({ onBack }: { onBack: () => void }) {
  const [key, setKey] = useState<{ secret: string; uri: string }>();
  const [done, setDone] = useState<{ user: User; recoveryCodes: string[] }>();

  const [createKey] = useAction('Erro ao preparar a verificação', async () => {
    try {
      setKey(await call('POST /api/login/second-factor/key'));
    } catch (failure) {
      onBack();
      throw failure;
    }
  });
  useEffect(() => void createKey(), [createKey]);

  async function send(code: string): Promise<void> {
    setDone(await call('POST /api/login/second-factor/setup', { body: { code } }));
  }

  function refusalOf(failure: unknown): string | undefined {
    if (!(failure instanceof CallError)) return undefined;
    if (failure.status === 401) onBack();
    return failure.fields.code;
  }

  function enter(user: User): void {
    setSignedInUser(user);
    navigate(addressAfterSignIn(), { replace: true });
  }

  if (done)
    return (
      <Stack gap={4}>
        <ViewHeading key="codes">Guarde os códigos de recuperação</ViewHeading>
        <RecoveryCodes codes={done.recoveryCodes} email={emailOf(done.user)} />
        <Button variant="primary" size="lg" block onClick={() => enter(done.user)}>
          Guardei os códigos: entrar
        </Button>
      </Stack>
    );
  return (
    <InterimView
      icon={<ShieldPlus aria-hidden="true" />}
      title="Ligue a verificação em duas etapas"
      text="O administrador a exige para a sua conta. No celular, leia o QR code com um aplicativo autenticador (Google Authenticator, Microsoft Authenticator, Aegis...) e digite o código que ele mostra."
      onBack={onBack}
    >
      {key ? <SecretQrCode {...key} /> : <Skeleton height="10rem" radius="var(--radius)" />}
      <SecondStepForm
        action="Ligar e entrar"
        pendingLabel="Verificando..."
        disabled={!key}
        onSend={send}
        refusalOf={refusalOf}
      />
    </InterimView>
  );
}
