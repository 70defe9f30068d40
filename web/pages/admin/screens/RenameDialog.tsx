import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { changeScreen, screenReads } from './use-screen-actions.ts';

export function RenameDialog({ screen: { id, name: oldName }, onClose }: { screen: AdminPlayer; onClose: () => void }) {
  const [name, setName] = useState(oldName);
  const [error, setError] = useState<string>();

  const [rename, renaming] = useAction('Erro ao renomear tela', async (next: string) => {
    await mutate('PATCH /api/admin/players/:id', { params: { id }, body: { name: next } }, { optimistic: [changeScreen(id, { name: next })], invalidates: screenReads });
    toast({ title: 'Tela renomeada', description: next });
    onClose();
  });

  function submit(): void {
    const next = name.trim();
    if (next === '') setError('Dê um nome à tela.');
    else if (next === oldName) onClose();
    else void rename(next);
  }

  return (
    <Dialog
      open
      size="sm"
      title="Renomear Tela"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={renaming} pendingLabel="Salvando...">
            Salvar
          </Button>
        </>
      }
    >
      <Input
        label="Nome da tela"
        autoComplete="off"
        maxLength={limits.playerNameLength}
        value={name}
        error={error}
        onFocus={(event) => event.target.select()}
        onChange={(value) => {
          setName(value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
