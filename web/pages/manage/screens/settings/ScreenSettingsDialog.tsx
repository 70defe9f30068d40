import { useState } from 'react';
import type { ScreenSettings } from '../../../../../src/contract/display.ts';
import type { MyPlayer } from '../../../../../src/contract/players.ts';
import { changeScreenSettings } from '../../../../components/screens/change-screens.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { toast } from '../../../../state/toasts.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { DarkBrightness } from './DarkBrightness.tsx';
import { RotationChoice } from './RotationChoice.tsx';
import { quietErrors, quietForm, quietHoursOf, type QuietForm, SoundFields } from './SoundFields.tsx';

type SettingsForm = Omit<ScreenSettings, 'quietHours'> & QuietForm;

/** Returns the settings that differ from those before: another person may have changed the others since. */
function changedSettings(before: SettingsForm, now: SettingsForm): Partial<ScreenSettings> {
  const { rotation, volume, darkBrightness } = now;
  const quietHours = quietHoursOf(now);
  return {
    ...(rotation !== before.rotation && { rotation }),
    ...(volume !== before.volume && { volume }),
    ...(JSON.stringify(quietHours) !== JSON.stringify(quietHoursOf(before)) && { quietHours }),
    ...(darkBrightness !== before.darkBrightness && { darkBrightness }),
  };
}

/** Shows the form for what depends on how and where one TV is mounted (contract/README 9.11). */
export function ScreenSettingsDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const { rotation, volume, darkBrightness, quietHours } = screen;
  const [opened] = useState<SettingsForm>({ rotation, volume, darkBrightness, ...quietForm(quietHours) });
  const form = useDialogForm<SettingsForm>(opened, {
    errorTitle: 'Erro ao salvar os ajustes da tela',
    check: quietErrors,
    async save(values) {
      const settings = changedSettings(opened, values);
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
