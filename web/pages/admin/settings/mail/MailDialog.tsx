import { useState } from 'react';
import type { Settings } from '../../../../../src/contract/settings.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';
import { Select } from '../../../../ui/form/Select.tsx';
import { changeSettings } from '../change-settings.ts';
import styles from './MailCard.module.css';
import {
  isSameLogin,
  mailErrors,
  type MailForm,
  mailFormOf,
  type Security,
  smtpUrlOf,
  defaultPorts,
} from './mail-form.ts';

const securities: readonly { value: Security; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (porta 587)' },
  { value: 'tls', label: 'TLS (porta 465)' },
  { value: 'none', label: 'Sem segurança (porta 25)' },
];

/** Changes the mail server through which Antessala sends e-mails. The new server is used as soon as it is saved. */
export function MailDialog({ mail, onClose }: { mail: Settings['mail']; onClose: () => void }) {
  const [{ hasStoredPassword, ...initial }] = useState(() => mailFormOf(mail));
  const keepsStoredPassword = (form: MailForm) => hasStoredPassword && isSameLogin(form, initial);
  const { values, set, field, dialog } = useDialogForm<MailForm>(initial, {
    onClose,
    errorTitle: 'Erro ao mudar servidor de email',
    check: (form) => mailErrors(form, keepsStoredPassword(form)),
    async save(form) {
      await changeSettings({ mail: { smtpUrl: smtpUrlOf(form), from: form.from.trim() || null } });
      toast({ title: 'Servidor de email atualizado', description: 'Envie um teste para conferir.' });
    },
    mapServerErrors: (fields) => ({ host: fields['mail.smtpUrl'], from: fields['mail.from'] }),
  });

  const verbatimInput = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false };

  function changeSecurity(security: Security): void {
    const isDefaultPort = Object.values(defaultPorts).includes(values.port.trim());
    set(isDefaultPort ? { security, port: defaultPorts[security] } : { security });
  }

  return (
    <FormDialog
      {...dialog}
      title="Servidor de email"
      description="Os dados estão com quem cuida do email da clínica, ou na ajuda do provedor."
      action="Salvar"
    >
      <div className={styles.pair}>
        <Input label="Servidor" autoFocus placeholder="smtp.clinica.com.br" {...verbatimInput} {...field('host')} />
        <Input label="Porta" inputMode="numeric" autoComplete="off" {...field('port')} />
      </div>
      <Select
        label="Segurança"
        value={values.security}
        onChange={changeSecurity}
        options={securities}
        hint={values.security === 'none' ? 'A senha e as mensagens passam abertas pela rede.' : undefined}
      />
      <Input label="Usuário" hint="Vazio quando o servidor não pede login" {...verbatimInput} {...field('user')} />
      <PasswordField
        label="Senha"
        autoComplete="off"
        hint={keepsStoredPassword(values) ? 'Em branco, continua a senha atual' : undefined}
        {...field('password')}
      />
      <Input
        label="Remetente"
        placeholder="Clínica <tv@clinica.com.br>"
        hint="Vazio: o da instalação (MAIL_FROM) ou o usuário do servidor"
        {...verbatimInput}
        {...field('from')}
      />
    </FormDialog>
  );
}
