import { useState } from 'react';
import { CallError, call } from '../../api/client.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { TabPanel } from '../../ui/layout/Tabs.tsx';
import { AccessCodeForm } from './AccessCodeForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import type { Errors, Registration as Values } from './rules.ts';

export interface RegistrationProps {
  /** The access-code screen is in place of the form. */
  asksCode: boolean;
  onAskCode: (asks: boolean) => void;
  onBack: () => void;
  onRegistered: () => void;
}

/** Tab 'Registrar': the form, then the access code, then the registration is sent (contract/README 1.5). */
export function Registration({ asksCode, onAskCode, onBack, onRegistered }: RegistrationProps) {
  const [values, setValues] = useState<Values>({ username: '', email: '', password: '' });
  const [refused, setRefused] = useState<Errors<Values>>({});
  const [hasTicket, setHasTicket] = useState(false);

  const [register, registering] = useAction(
    'Falha no registro',
    async () => {
      const { message } = await call('POST /api/register', { body: values });
      toast({
        title: 'Conta criada com sucesso!',
        description: message || 'Aguarde a aprovação do administrador para fazer login.',
      });
      onRegistered();
    },
    (error) => {
      if (!(error instanceof CallError)) return false;
      // The ticket of an accepted code lives 10 minutes: ask for the code again.
      const ticketIsGone = error.status === 403 && !asksCode;
      setHasTicket(error.status !== 403);
      setRefused(error.fields);
      onAskCode(error.status === 403);
      return ticketIsGone;
    },
  );

  if (asksCode) {
    return (
      <AccessCodeForm
        registering={registering}
        onBack={onBack}
        onAccepted={() => {
          setHasTicket(true);
          void register();
        }}
      />
    );
  }
  return (
    <TabPanel id="register">
      <RegisterForm
        values={values}
        refused={refused}
        registering={registering}
        onChange={(changed) => {
          setValues(changed);
          setRefused({});
        }}
        onSubmit={() => (hasTicket ? void register() : onAskCode(true))}
      />
    </TabPanel>
  );
}
