import type { Rotation, ScreenSettings } from '../../../../../src/contract/display.ts';
import type { MyPlayer } from '../../../../../src/contract/players.ts';
import { changeScreenSettings } from '../../../../components/screens/change-screens.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { toast } from '../../../../state/toasts.ts';
import { ChoiceList } from '../../../../ui/form/choice/ChoiceList.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { RotationPicture } from './RotationPicture.tsx';

const rotations: readonly { value: Rotation; label: string; hint: string }[] = [
  { value: 0, label: 'Sem girar', hint: 'Para a TV deitada, como sai da caixa.' },
  { value: 90, label: '90° para a direita', hint: 'Para a TV em pé, com o topo virado para a esquerda.' },
  { value: 270, label: '90° para a esquerda', hint: 'Para a TV em pé, com o topo virado para a direita.' },
  { value: 180, label: 'De cabeça para baixo', hint: 'Para a TV pendurada ao contrário.' },
];

/** Shows the form for what depends on how one TV is mounted (contract/README 9.11). */
export function ScreenSettingsDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const { values, set, dialog } = useDialogForm<ScreenSettings>(
    { rotation: screen.rotation },
    {
      errorTitle: 'Erro ao salvar os ajustes da tela',
      check: () => ({}),
      async save(settings) {
        await changeScreenSettings(screen.id, settings);
        toast({ title: '✓ Ajustes da tela salvos', description: `${screen.name} muda em instantes.` });
      },
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} title="Ajustes da tela" description={screen.name} action="Salvar">
      <ChoiceList
        label="Girar a imagem"
        value={String(values.rotation)}
        onChange={(chosen) => set({ rotation: rotations.find(({ value }) => String(value) === chosen)?.value ?? 0 })}
        options={rotations.map(({ value, ...option }) => ({
          ...option,
          value: String(value),
          picture: <RotationPicture rotation={value} />,
        }))}
      />
    </FormDialog>
  );
}
