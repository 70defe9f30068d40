import { bytesPerMb } from '../../../../src/contract/units.ts';
import { useSignals } from '@preact/signals-react/runtime';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { LoadError } from '../../../components/shell/LoadError.tsx';
import { useResource } from '../../../state/resource.ts';
import { isAdministrator } from '../../../state/session.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { formatMb, plural } from '../../../ui/format.ts';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { DisplayTime } from '../../../components/media/DisplayTime.tsx';
import { nameProblems } from '../../../state/uploads/upload-item.ts';
import styles from './SendPanel.module.css';
import { editDrafts, sendDrafts, type Upload } from '../../../state/uploads/queue.ts';

/** Of the heading above what is being sent. */
export const sentHeadingId = 'envios';

/** Options for all chosen files, and the button that sends them. `isTooMuch`: the quota would be passed. */
export function SendPanel({
  drafts,
  isTooMuch,
  isPlatform,
  onPlatform,
  onProblems,
}: {
  drafts: readonly Upload[];
  isTooMuch: boolean;
  /** Sent as contents of the platform. */
  isPlatform: boolean;
  onPlatform: (isPlatform: boolean) => void;
  onProblems: () => void;
}) {
  useSignals();
  const [categoryId, setCategory] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const mayBePlatform = isAdministrator.value;
  const categories = useResource('GET /api/admin/categories', undefined, { enabled: isPlatform });
  const images = drafts.filter(({ kind }) => kind === 'image');
  const totalMb = drafts.reduce((total, { file }) => total + file.size, 0) / bytesPerMb;
  const common = new Set(images.map(({ displayDuration }) => displayDuration));

  function send(): void {
    if (nameProblems(drafts).size > 0) {
      onProblems();
      return toast({
        title: 'Erro no upload',
        description: [...nameProblems(drafts).values()][0],
        variant: 'destructive',
      });
    }
    if (isPlatform && categoryId === '') {
      setRefused(true);
      return toast({
        title: 'Erro no upload',
        description: 'Por favor, preencha todos os campos obrigatórios.',
        variant: 'destructive',
      });
    }
    sendDrafts(isPlatform ? Number(categoryId) : undefined);
    // This panel goes: who sent by keyboard goes on at the list of what is sent.
    requestAnimationFrame(() => document.getElementById(sentHeadingId)?.focus());
  }

  return (
    <Card padding="sm" label="Enviar">
      <div className={styles.parts}>
        {drafts.length > 1 && (
          <div className={styles.options}>
            <h2 className={styles.title}>Para todos os arquivos</h2>
            {images.length > 0 && (
              <DisplayTime
                value={common.size === 1 ? images[0]?.displayDuration : undefined}
                onChange={(displayDuration) => editDrafts({ displayDuration })}
                showLabel
              />
            )}
            <Switch
              label="Fundo ambiente"
              hint="Preenche as bordas da tela com uma versão desfocada."
              checked={drafts.every(({ useAmbientBackground }) => useAmbientBackground)}
              onChange={(useAmbientBackground) => editDrafts({ useAmbientBackground })}
            />
          </div>
        )}
        {mayBePlatform && (
          <div className={styles.options}>
            <Switch
              label="Vídeo da plataforma"
              hint="Disponível para os usuários com acesso à categoria."
              checked={isPlatform}
              onChange={onPlatform}
            />
            {isPlatform &&
              (categories.error && !categories.data ? (
                <LoadError what="as categorias" error={categories.error} onRetry={categories.refetch} />
              ) : (
                <Select
                  label="Categoria"
                  required
                  placeholder={categories.data?.length === 0 ? 'Nenhuma categoria criada' : 'Selecione uma categoria'}
                  value={categoryId}
                  onChange={setCategory}
                  options={(categories.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                  error={wasRefused && categoryId === '' ? 'Selecione uma categoria.' : undefined}
                />
              ))}
          </div>
        )}
        <Button variant="primary" size="lg" block icon={<Send />} disabled={isTooMuch} onClick={send}>
          {drafts.length === 1 ? 'Enviar' : `Enviar ${plural(drafts.length, 'arquivo', 'arquivos')}`}
        </Button>
        <p className={styles.total}>
          {isTooMuch
            ? 'Retire arquivos ou exclua conteúdos para liberar espaço.'
            : `${plural(drafts.length, 'arquivo', 'arquivos')}, ${formatMb(totalMb)} no total`}
        </p>
      </div>
    </Card>
  );
}
