import { useState } from 'react';
import { CallError, call } from '../../api/client.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { TabPanel } from '../../ui/layout/Tabs.tsx';
import { AccessCodeForm } from './AccessCodeForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import type { Errors, RegistrationValues } from './form-errors.ts';

export interface RegistrationProps {
  /** Shows the access-code form instead of the registration form. */
  isCodeFormOpen: boolean;
  onCodeFormChange: (isOpen: boolean) => void;
  onBack: () => void;
  onRegistered: (credentials: { email: string; password: string }) => void;
}

/** Shows the tab 'Registrar': the form, then the access code's field. A valid code creates the account (contract/README 1.5). */
export function Registration({ isCodeFormOpen, onCodeFormChange, onBack, onRegistered }: RegistrationProps) {
  const [values, setValues] = useState<RegistrationValues>({ username: '', email: '', password: '' });
  const [serverErrors, setServerErrors] = useState<Errors<RegistrationValues>>({});
  const [isCodeAccepted, setCodeAccepted] = useState(false);

  const [register, registering] = useAction(
    'Falha no registro',
    async () => {
      const { message } = await call('POST /api/register', { body: values });
      toast({
        title: 'Conta criada com sucesso!',
        description: message || 'Aguarde a aprovação do administrador para fazer login.',
      });
      onRegistered(values);
    },
    (error) => {
      if (!(error instanceof CallError)) return false;
      // An accepted code is valid for 10 minutes. Afterwards the form asks for the code again.
      const isAcceptanceExpired = error.status === 403 && !isCodeFormOpen;
      setCodeAccepted(error.status !== 403);
      setServerErrors(error.fields);
      onCodeFormChange(error.status === 403);
      return isAcceptanceExpired;
    },
  );

  if (isCodeFormOpen) {
    return (
      <AccessCodeForm
        registering={registering}
        onBack={onBack}
        onAccepted={() => {
          setCodeAccepted(true);
          void register();
        }}
      />
    );
  }
  return (
    <TabPanel id="register">
      <RegisterForm
        values={values}
        serverErrors={serverErrors}
        registering={registering}
        onChange={(changed) => {
          setValues(changed);
          setServerErrors({});
        }}
        onSubmit={() => (isCodeAccepted ? void register() : onCodeFormChange(true))}
      />
    </TabPanel>
  );
}
