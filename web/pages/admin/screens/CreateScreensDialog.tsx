import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import type { ResultDialogProps } from '../../../state/form/use-dialog-form.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { plural } from '../../../ui/text/format.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { UserPicker } from '../../../components/accounts/UserPicker.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';

const { min, max } = limits.screensPerBatch;
const quantities = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));

/** Creates 1 to 5 screens for an approved user. */
export function CreateScreensDialog({ onSaved, onClose }: ResultDialogProps<readonly AdminPlayer[]>) {
  const [userId, setUserId] = useState<number | null>(null);
  const [quantity, setQuantity] = useState(String(min));
  const [error, setError] = useState<string>();

  const [create, creating] = useAction('Erro ao criar telas', async (ownerId: number) => {
    const screens = await mutate('POST /api/admin/users/:userId/players/batch', {
      params: { userId: ownerId },
      body: { quantity: Number(quantity) },
    });
    toast({
      title: 'Telas criadas com sucesso!',
      description: `${plural(screens.length, 'tela', 'telas')} para ${screens[0]?.owner.username ?? ''}`,
    });
    onSaved(screens);
  });

  function submit(): void {
    if (userId === null) setError('Selecione um usuário.');
    else void create(userId);
  }

  return (
    <FormDialog
      title="Criar telas"
      description="Cada tela recebe um código de ativação para digitar na TV."
      action={`Criar ${plural(Number(quantity), 'tela', 'telas')}`}
      pending={creating}
      pendingLabel="Criando..."
      onSubmit={submit}
      onClose={onClose}
    >
      <UserPicker
        placeholder="Buscar por e-mail ou nome"
        hint="Só usuários aprovados podem ter telas"
        value={userId}
        onChange={(id) => {
          setUserId(id);
          setError(undefined);
        }}
        error={error}
        empty="Nenhum usuário aprovado ainda."
      />
      <Segmented
        showLabel
        label="Quantidade de telas"
        value={quantity}
        onChange={setQuantity}
        options={quantities.map((value) => ({ value, label: value }))}
      />
    </FormDialog>
  );
}
