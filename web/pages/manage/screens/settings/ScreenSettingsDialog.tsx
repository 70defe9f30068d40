import { useState } from 'react';
import type { ScreenSettings } from '../../../../../src/contract/display.ts';
import type { MyPlayer } from '../../../../../src/contract/players.ts';
import { changeScreenSettings } from '../../../../components/screens/change-screens.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { toast } from '../../../../state/toasts.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { DarkBrightness } from './DarkBrightness.tsx';
import { RotationChoice } from './RotationChoice.tsx';
import { quietErrors, quietFormOf, quietHoursOf, type QuietForm, SoundFields } from './SoundFields.tsx';

type SettingsForm = Omit<ScreenSettings, 'quietHours'> & QuietForm;

/** Returns only the settings changed in this dialog, because another person may have changed the others meanwhile. */
function changedSettings(initial: SettingsForm, current: SettingsForm): Partial<ScreenSettings> {
  const { rotation, volume, darkBrightness } = current;
  const quietHours = quietHoursOf(current);
  return {
    ...(rotation !== initial.rotation && { rotation }),
    ...(volume !== initial.volume && { volume }),
    ...(JSON.stringify(quietHours) !== JSON.stringify(quietHoursOf(initial)) && { quietHours }),
    ...(darkBrightness !== initial.darkBrightness && { darkBrightness }),
  };
}

/** Shows the form for one TV's rotation, sound and brightness (contract/README 9.11). */
export function ScreenSettingsDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const { rotation, volume, darkBrightness, quietHours } = screen;
  const [initial] = useState<SettingsForm>({ rotation, volume, darkBrightness, ...quietFormOf(quietHours) });
  const form = useDialogForm<SettingsForm>(initial, {
    errorTitle: 'Erro ao salvar os ajustes da tela',
    check: quietErrors,
    async save(values) {
      const settings = changedSettings(initial, values);
      if (Object.keys(settings).length === 0) return;
      await changeScreenSettings(screen.id, settings);
      toast({ title: '✓ Ajustes da tela salvos', description: `${screen.name} muda em instantes.` });
    },
    onClose,
  });
  const { values, errors, set, dialog } = form;
  return (
    <FormDialog {...dialog} title="Ajustes da tela" description={screen.name} action="Salvar">
      <RotationChoice value={values.rotation} onChange={(chosen) => set({ rotation: chosen })} />
      <SoundFields values={values} errors={errors} onChange={set} />
      <DarkBrightness value={values.darkBrightness} onChange={(percent) => set({ darkBrightness: percent })} />
    </FormDialog>
  );
}
