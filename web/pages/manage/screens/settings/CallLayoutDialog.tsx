import type { CallLayout } from '../../../../../src/contract/display.ts';
import type { MyPlayer } from '../../../../../src/contract/players.ts';
import { chooseCallLayout } from '../../../../components/screens/change-screens.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { toast } from '../../../../state/toasts.ts';
import { ChoiceList } from '../../../../ui/form/choice/ChoiceList.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { CallLayoutPicture } from './CallLayoutPicture.tsx';

const layouts: readonly { value: CallLayout; label: string; hint: string }[] = [
  {
    value: 'lowerThird',
    label: 'Terço inferior',
    hint: 'A chamada aparece embaixo, e depois uma faixa com as últimas.',
  },
  { value: 'fullScreen', label: 'Tela cheia', hint: 'A chamada cobre a imagem por alguns segundos.' },
  {
    value: 'panel',
    label: 'Painel',
    hint: 'Para uma TV de chamadas: a última bem grande, as anteriores, o relógio, e a programação menor ao lado.',
  },
];

/** Shows the form for the layout of patients' calls on one screen (contract/README 15.13). */
export function CallLayoutDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const { values, set, dialog } = useDialogForm<{ layout: CallLayout | 'shared' }>(
    { layout: screen.callLayout ?? 'shared' },
    {
      errorTitle: 'Erro ao salvar as chamadas da tela',
      check: () => ({}),
      async save({ layout }) {
        await chooseCallLayout(screen.id, layout === 'shared' ? null : layout);
        toast({ title: '✓ Chamadas da tela salvas', description: `${screen.name} muda em instantes.` });
      },
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} title="Chamadas na tela" description={screen.name} action="Salvar">
      <ChoiceList
        hideLabel
        label="Como esta tela mostra as chamadas"
        value={values.layout}
        onChange={(layout) => set({ layout })}
        options={[
          {
            value: 'shared',
            label: 'Como as outras telas',
            hint: 'O tamanho escolhido em Chamada, na aba Ajustes.',
          },
          ...layouts.map((option) => ({ ...option, picture: <CallLayoutPicture layout={option.value} /> })),
        ]}
      />
    </FormDialog>
  );
}
