import type { User } from '../../../src/contract/accounts/accounts.ts';
import { TimeZoneSelect } from '../../components/accounts/TimeZoneSelect.tsx';
import { mutate } from '../../state/resources/resource.ts';
import { setSignedInUser } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { formatTime } from '../../ui/text/format.ts';
import styles from './Account.module.css';
import { AccountForm } from './AccountForm.tsx';

/** Shows and changes the clinic's time zone, which TVs, lists and reports use. */
export function TimeZoneCard({ person }: { person: User }) {
  const form = useForm(
    { timeZone: person.timeZone },
    {
      errorTitle: 'Erro ao mudar o fuso horário',
      check: () => ({}),
      async save(body) {
        setSignedInUser(await mutate('PUT /api/user/time-zone', { body }));
        const time = formatTime(new Date().toISOString());
        toast({ title: 'Fuso horário alterado', description: `Suas TVs e listas agora mostram ${time}.` });
      },
    },
  );
  return (
    <Card title="Relógio da clínica">
      <p className={styles.use}>A hora que as suas TVs, listas e relatórios mostram.</p>
      <AccountForm onSubmit={form.submit}>
        <TimeZoneSelect {...fieldOf(form, 'timeZone')} />
        <Button
          type="submit"
          disabled={form.values.timeZone === person.timeZone}
          pending={form.saving}
          pendingLabel="Salvando..."
        >
          Salvar fuso horário
        </Button>
      </AccountForm>
    </Card>
  );
}
