import { Dices } from 'lucide-react';
import { limits } from '../../../../../src/contract/limits.ts';
import type { CodeName, Codes } from '../../../../../src/contract/settings.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { GeneratedInput } from '../../../../ui/form/GeneratedInput.tsx';
import { changeSettings } from '../change-settings.ts';
import styles from './CodeDialog.module.css';
import { codeError, codeTexts, generateCode, normalizeCode } from './codes.ts';

/** Changes a code to a typed or generated one. The old code stops working at once. */
export function CodeDialog({ name, codes, onClose }: { name: CodeName; codes: Codes; onClose: () => void }) {
  const { label, purpose } = codeTexts[name];
  const { values, errors, set, dialog } = useDialogForm(
    { code: codes[name] },
    {
      errorTitle: 'Erro ao mudar código',
      onClose,
      check: (form) => ({ code: codeError(name, form.code, codes) }),
      async save(form) {
        await changeSettings({ [name]: normalizeCode(form.code) });
        toast({ title: 'Código atualizado', description: label });
      },
      mapServerErrors: (fields) => ({ code: fields[name] }),
    },
  );
  const { code } = values;
  const change = (typed: string) => set({ code: typed.trimStart().toUpperCase() });

  return (
    <FormDialog
      {...dialog}
      title={label}
      description={`${purpose} O código anterior deixa de valer ao salvar.`}
      action="Salvar"
      disabled={normalizeCode(code) === codes[name]}
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
          copyText={normalizeCode(code)}
        />
      </div>
    </FormDialog>
  );
}
