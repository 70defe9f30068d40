import { limits } from '../../../src/contract/limits.ts';
import { TimeZoneSelect } from '../../components/accounts/TimeZoneSelect.tsx';
import { passwordAdvice } from '../../components/shell/passwords/password-advice.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import type { Form } from '../../state/form/use-form.ts';
import { Input } from '../../ui/form/Input.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import styles from './FirstSteps.module.css';
import type { Values } from './form.ts';
import { Stack } from '../../ui/layout/primitives.tsx';

type FormProps = { form: Pick<Form<Values>, 'values' | 'errors' | 'set'> };

/** Shows the form step for the clinic's name, its time zone, and the contact that people without an access code can ask. */
export function ClinicStep({ form }: FormProps) {
  return (
    <>
      <Input
        label="Nome da clínica"
        autoComplete="organization"
        placeholder="Clínica Girassol"
        hint="Aparece no assunto dos emails que o Antessala envia."
        maxCharacters={limits.clinicNameLength}
        {...fieldOf(form, 'clinicName')}
      />
      <Stack gap={4} align="start" className={styles.pair}>
        <Input
          label="Quem atende dúvidas (opcional)"
          autoComplete="off"
          placeholder="Equipe da recepção"
          maxCharacters={limits.contactNameLength}
          {...fieldOf(form, 'contactName')}
        />
        <Input
          label="WhatsApp ou email (opcional)"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="+55 11 99999-8888"
          hint="Para quem se cadastra e não tem o código de acesso."
          {...fieldOf(form, 'contactAddress')}
        />
      </Stack>
      <TimeZoneSelect {...fieldOf(form, 'timeZone')} />
    </>
  );
}

/** Shows the form step for the administrator of this server. */
export function AdministratorStep({ form }: FormProps) {
  const { values } = form;
  return (
    <>
      <Stack gap={4} align="start" className={styles.pair}>
        <Input
          label="Seu nome"
          autoComplete="name"
          maxCharacters={limits.username.max}
          {...fieldOf(form, 'username')}
        />
        <Input
          label="Seu email"
          type="email"
          inputMode="email"
          autoComplete="username"
          placeholder="voce@clinica.com.br"
          hint="Você entra com ele, e nele recebe os avisos."
          {...fieldOf(form, 'email')}
        />
      </Stack>
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint={passwordAdvice(values.password, { ...values, userType: 'admin' })}
        {...fieldOf(form, 'password')}
      />
      <p className={styles.fact}>A senha sorteada na instalação deixa de valer.</p>
    </>
  );
}

/** Shows the form step for the screen that is created at the end. */
export function ScreenStep({ form }: FormProps) {
  return (
    <Input
      label="Nome da primeira TV"
      autoComplete="off"
      hint="Onde ela fica: Recepção, Sala de espera, Corredor..."
      maxCharacters={limits.playerNameLength}
      {...fieldOf(form, 'screenName')}
    />
  );
}
