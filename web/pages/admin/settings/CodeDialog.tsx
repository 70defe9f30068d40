import { Dices } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { CodeName, Codes } from '../../../../src/contract/settings.ts';
import { CallError } from '../../../api/client.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { drawCode } from '../draw.ts';
import styles from './CodeDialog.module.css';
import { codeError, codeTexts, normalCode } from './codes.ts';

/** A new code, typed or drawn. The old one stops working at once. */
export function CodeDialog({ name, codes, onClose }: { name: CodeName; codes: Codes; onClose: () => void }) {
  const [code, setCode] = useState(codes[name]);
  const [error, setError] = useState<string>();
  const { label, use } = codeTexts[name];

  const [save, saving] = useAction(
    'Erro ao mudar código',
    async () => {
      await mutate('PATCH /api/admin/settings', { body: { [name]: normalCode(code) } }, { invalidates: ['GET /api/admin/settings'] });
      toast({ title: 'Código atualizado', description: label });
      onClose();
    },
    (failure) => {
      const refused = failure instanceof CallError ? failure.fields[name] : undefined;
      setError(refused);
      return refused !== undefined;
    },
  );

  function submit(): void {
    const problem = codeError(name, code, codes);
    setError(problem);
    if (!problem) void save();
  }

  function change(typed: string): void {
    setCode(typed.toUpperCase());
    setError(undefined);
  }

  return (
    <Dialog
      open
      title={label}
      description={`${use} O código anterior deixa de valer ao salvar.`}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" disabled={normalCode(code) === codes[name]} pending={saving} pendingLabel="Salvando...">
            Salvar
          </Button>
        </>
      }
    >
      <div className={styles.line}>
        <div className={styles.field}>
          <Input
            label="Novo código"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={limits.accessCodeLength}
            hint="De 4 a 10 letras e números"
            value={code}
            error={error}
            onChange={change}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <div className={styles.tools}>
          <Button icon={<Dices aria-hidden="true" />} onClick={() => change(drawCode())}>
            Sortear
          </Button>
          <CopyButton outlined label="Copiar código" text={normalCode(code)} disabled={!code} />
        </div>
      </div>
    </Dialog>
  );
}
