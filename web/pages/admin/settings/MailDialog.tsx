import { useState } from 'react';
import type { Settings } from '../../../../src/contract/settings.ts';
import { CallError } from '../../../api/client.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Select } from '../../../ui/Select.tsx';
import styles from './MailCard.module.css';
import { isSameLogin, type MailErrors, mailErrors, type MailForm, mailFormOf, type Security, smtpUrlOf, usualPorts } from './mail-form.ts';

const securities: readonly { value: Security; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (porta 587)' },
  { value: 'tls', label: 'TLS (porta 465)' },
  { value: 'none', label: 'Sem segurança (porta 25)' },
];

/** The clinic's own mail server; it counts as soon as it is saved. */
export function MailDialog({ mail, onClose }: { mail: Settings['mail']; onClose: () => void }) {
  const [{ keepsPassword, ...initial }] = useState(() => mailFormOf(mail));
  const [form, setForm] = useState<MailForm>(initial);
  const [errors, setErrors] = useState<MailErrors>({});
  const keeps = keepsPassword && isSameLogin(form, initial);

  const [save, saving] = useAction(
    'Erro ao mudar servidor de email',
    async () => {
      await mutate('PATCH /api/admin/settings', { body: { mail: { smtpUrl: smtpUrlOf(form), from: form.from.trim() || null } } }, { invalidates: ['GET /api/admin/settings'] });
      toast({ title: 'Servidor de email atualizado', description: 'Envie um teste para conferir.' });
      onClose();
    },
    (failure) => {
      const fields = failure instanceof CallError ? failure.fields : {};
      setErrors({ host: fields['mail.smtpUrl'], from: fields['mail.from'] });
      return Object.keys(fields).length > 0;
    },
  );

  function submit(): void {
    const found = mailErrors(form, keeps);
    setErrors(found);
    if (Object.keys(found).length === 0) void save();
  }

  const set = <Name extends keyof MailForm>(name: Name) => (value: MailForm[Name]) => {
    setForm({ ...form, [name]: value });
    setErrors({ ...errors, [name]: undefined });
  };

  function secure(security: Security): void {
    const isUsual = Object.values(usualPorts).includes(form.port.trim());
    setForm({ ...form, security, port: isUsual ? usualPorts[security] : form.port });
  }

  return (
    <Dialog
      open
      title="Servidor de email"
      description="Os dados estão com quem cuida do email da clínica, ou na ajuda do provedor."
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={saving} pendingLabel="Salvando...">
            Salvar
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          <Input label="Servidor" autoFocus placeholder="smtp.clinica.com.br" autoComplete="off" autoCapitalize="off" spellCheck={false} value={form.host} error={errors.host} onChange={set('host')} />
          <Input label="Porta" inputMode="numeric" autoComplete="off" value={form.port} error={errors.port} onChange={set('port')} />
        </div>
        <Select
          label="Segurança"
          value={form.security}
          onChange={secure}
          options={securities}
          hint={form.security === 'none' ? 'A senha e as mensagens passam abertas pela rede.' : undefined}
        />
        <Input label="Usuário" autoComplete="off" autoCapitalize="off" spellCheck={false} hint="Vazio quando o servidor não pede login" value={form.user} error={errors.user} onChange={set('user')} />
        <PasswordField
          label="Senha"
          autoComplete="off"
          hint={keeps ? 'Em branco, continua a senha atual' : undefined}
          value={form.password}
          error={errors.password}
          onChange={set('password')}
        />
        <Input label="Remetente" autoComplete="off" autoCapitalize="off" spellCheck={false} placeholder="Clínica <tv@clinica.com.br>" hint="Vazio: o da instalação (MAIL_FROM) ou o usuário do servidor" value={form.from} error={errors.from} onChange={set('from')} />
      </div>
    </Dialog>
  );
}
