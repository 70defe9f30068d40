import { useState } from 'react';
import { TimeZoneSelect } from '../../../../components/accounts/TimeZoneSelect.tsx';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import type { UserDialogProps } from '../shared-props.ts';
import { userKeys } from '../user-keys.ts';

/** Changes the time zone of a clinic. */
export function TimeZoneDialog({ user, onClose }: UserDialogProps) {
  const [timeZone, setTimeZone] = useState(user.timeZone);

  const [save, saving] = useAction('Erro ao mudar o fuso horário', async () => {
    await mutate(
      'PUT /api/admin/users/:id/time-zone',
      { params: { id: user.id }, body: { timeZone } },
      { invalidates: [...userKeys, 'GET /api/admin/players'] },
    );
    toast({ title: 'Fuso horário alterado', description: user.username });
    onClose();
  });

  return (
    <FormDialog
      size="sm"
      title="Fuso horário"
      description={
        <>
          As TVs e listas de <strong>{user.username}</strong> mostram a hora deste fuso.
        </>
      }
      action="Salvar"
      disabled={timeZone === user.timeZone}
      pending={saving}
      onSubmit={() => timeZone !== user.timeZone && void save()}
      onClose={onClose}
    >
      <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
    </FormDialog>
  );
}
