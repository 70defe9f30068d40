import { useState } from 'react';
import type { Settings } from '../../../../../src/contract/settings.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useForm } from '../../../../state/form/use-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';
import { Select } from '../../../../ui/form/Select.tsx';
import styles from './MailCard.module.css';
import {
  isSameLogin,
  mailErrors,
  type MailForm,
  mailFormOf,
  type Security,
  smtpUrlOf,
  usualPorts,
} from './mail-form.ts';

const securities: readonly { value: Security; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (porta 587)' },
  { value: 'tls', label: 'TLS (porta 465)' },
  { value: 'none', label: 'Sem segurança (porta 25)' },
];

/** The clinic's own mail server; it counts as soon as it is saved. */
export function MailDialog({ mail, onClose }: { mail: Settings['mail']; onClose: () => void }) {
  const [{ keepsPassword, ...initial }] = useState(() => mailFormOf(mail));
  const keeps = (form: MailForm) => keepsPassword && isSameLogin(form, initial);
  const { values, errors, set, submit, saving } = useForm<MailForm>(initial, {
    errorTitle: 'Erro ao mudar servidor de email',
    check: (form) => mailErrors(form, keeps(form)),
    async save(form) {
      await mutate(
        'PATCH /api/admin/settings',
        { body: { mail: { smtpUrl: smtpUrlOf(form), from: form.from.trim() || null } } },
        { invalidates: ['GET /api/admin/settings'] },
      );
      toast({ title: 'Servidor de email atualizado', description: 'Envie um teste para conferir.' });
      onClose();
    },
    refused: (fields) => ({ host: fields['mail.smtpUrl'], from: fields['mail.from'] }),
  });

  const field = (name: Exclude<keyof MailForm, 'security'>) => ({
    autoComplete: 'off',
    value: values[name],
    error: errors[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  const asTyped = { autoCapitalize: 'off', spellCheck: false };

  function secure(security: Security): void {
    const isUsual = Object.values(usualPorts).includes(values.port.trim());
    set(isUsual ? { security, port: usualPorts[security] } : { security });
  }

  return (
    <FormDialog
      title="Servidor de email"
      description="Os dados estão com quem cuida do email da clínica, ou na ajuda do provedor."
      action="Salvar"
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <Input label="Servidor" autoFocus placeholder="smtp.clinica.com.br" {...asTyped} {...field('host')} />
        <Input label="Porta" inputMode="numeric" {...field('port')} />
      </div>
      <Select
        label="Segurança"
        value={values.security}
        onChange={secure}
        options={securities}
        hint={values.security === 'none' ? 'A senha e as mensagens passam abertas pela rede.' : undefined}
      />
      <Input label="Usuário" hint="Vazio quando o servidor não pede login" {...asTyped} {...field('user')} />
      <PasswordField
        label="Senha"
        hint={keeps(values) ? 'Em branco, continua a senha atual' : undefined}
        {...field('password')}
      />
      <Input
        label="Remetente"
        placeholder="Clínica <tv@clinica.com.br>"
        hint="Vazio: o da instalação (MAIL_FROM) ou o usuário do servidor"
        {...asTyped}
        {...field('from')}
      />
    </FormDialog>
  );
}
