import { Dices } from 'lucide-react';
import { limits } from '../../../../../src/contract/limits.ts';
import type { CodeName, Codes } from '../../../../../src/contract/settings.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useForm } from '../../../../state/form/use-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { GeneratedInput } from '../../../../ui/form/GeneratedInput.tsx';
import styles from './CodeDialog.module.css';
import { codeError, codeTexts, normalCode } from './codes.ts';
import { generateCode } from './generate-code.ts';

/** A new code, typed or generated. The old one stops working at once. */
export function CodeDialog({ name, codes, onClose }: { name: CodeName; codes: Codes; onClose: () => void }) {
  const { label, use } = codeTexts[name];
  const {
    values: { code },
    errors,
    set,
    submit,
    saving,
  } = useForm(
    { code: codes[name] },
    {
      errorTitle: 'Erro ao mudar código',
      check: (form) => ({ code: codeError(name, form.code, codes) }),
      async save(form) {
        await mutate(
          'PATCH /api/admin/settings',
          { body: { [name]: normalCode(form.code) } },
          { invalidates: ['GET /api/admin/settings'] },
        );
        toast({ title: 'Código atualizado', description: label });
        onClose();
      },
      refused: (fields) => ({ code: fields[name] }),
    },
  );
  const change = (typed: string) => set({ code: typed.trimStart().toUpperCase() });

  return (
    <FormDialog
      title={label}
      description={`${use} O código anterior deixa de valer ao salvar.`}
      action="Salvar"
      disabled={normalCode(code) === codes[name]}
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.code}>
        <GeneratedInput
          label="Novo código"
          autoCapitalize="characters"
          maxLength={limits.accessCodeLength}
          hint="De 4 a 10 letras e números"
          value={code}
          error={errors.code}
          onChange={change}
          onFocus={(event) => event.target.select()}
          generate={{ label: 'Sortear', icon: <Dices aria-hidden="true" />, onClick: () => change(generateCode()) }}
          copyLabel="Copiar código"
          copyText={normalCode(code)}
        />
      </div>
    </FormDialog>
  );
}
