import { useState } from 'react';
import type { Video } from '../../../../src/contract/media.ts';
import { graphemeCount } from '../../../../src/contract/graphemes.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useMounted } from '../../../ui/use-mounted.ts';
import { DisplayTime } from '../DisplayTime.tsx';
import { changeContent } from './actions.ts';
import styles from './Dialogs.module.css';

/** Name, and for images how long they show. */
export function EditContentDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const [name, setName] = useState(video.name);
  const [displayDuration, setDisplayDuration] = useState(video.displayDuration ?? limits.defaultImageSeconds);
  const [useAmbientBackground, setAmbient] = useState(video.useAmbientBackground);
  const [wasSent, setSent] = useState(false);
  const isImage = video.mediaType === 'image';
  const length = graphemeCount(name.trim());
  const problem = length === 0 ? 'Insira um nome.' : length > limits.contentNameLength ? `O nome deve ter no máximo ${limits.contentNameLength} caracteres.` : undefined;
  const isRenamed = name.trim() !== video.name;
  const patch = {
    ...(isRenamed && { name: name.trim() }),
    ...(isImage && displayDuration !== video.displayDuration && { displayDuration }),
    ...(useAmbientBackground !== video.useAmbientBackground && { useAmbientBackground }),
  };

  const isOpen = useMounted();
  const [save, saving] = useAction(isRenamed ? 'Erro ao renomear' : 'Erro ao atualizar', async () => {
    await changeContent(video.id, patch);
    toast({ title: isRenamed ? 'Nome atualizado' : 'Conteúdo atualizado', description: name.trim() });
    if (isOpen()) onClose();
  });

  function submit(): void {
    setSent(true);
    if (problem) return;
    if (Object.keys(patch).length > 0) void save();
    else onClose();
  }

  return (
    <Dialog
      open
      size="sm"
      title="Editar conteúdo"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={saving}>
            Salvar
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Input label="Nome" required value={name} onChange={setName} counterMax={limits.contentNameLength} error={wasSent ? problem : undefined} autoFocus />
        {isImage && <DisplayTime value={displayDuration} onChange={setDisplayDuration} showLabel />}
        <Switch label="Fundo ambiente" hint="Preenche as bordas da tela com uma versão desfocada." checked={useAmbientBackground} onChange={setAmbient} />
      </div>
    </Dialog>
  );
}
