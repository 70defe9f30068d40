import { useState } from 'react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { useMounted } from '../../../ui/use-mounted.ts';
import { renameScreen } from './actions.ts';

/** 'Renomear Tela' (document 1, section 2). */
export function RenameScreenDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const [name, setName] = useState(screen.name);
  const [wasSent, setSent] = useState(false);
  const isBlank = name.trim() === '';
  const isOpen = useMounted();
  const [rename, renaming] = useAction('Erro ao renomear tela', async () => {
    await renameScreen(screen.id, name.trim());
    toast({ title: '✓ Tela renomeada', description: name.trim() });
    if (isOpen()) onClose();
  });
  return (
    <Dialog
      open
      size="sm"
      title="Renomear Tela"
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if (isBlank) return;
        if (name.trim() === screen.name) onClose();
        else void rename();
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={renaming}>
            Salvar
          </Button>
        </>
      }
    >
      <Input
        label="Nome da tela"
        required
        autoFocus
        value={name}
        onChange={setName}
        maxLength={limits.playerNameLength}
        placeholder="Ex.: Recepção"
        error={wasSent && isBlank ? 'Dê um nome à tela.' : undefined}
      />
    </Dialog>
  );
}
