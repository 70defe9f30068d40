import type { DisplayChoices, DisplaySettings } from '../../../../src/contract/display.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { DisplayPreview } from './DisplayPreview.tsx';
import { LogoField } from './LogoField.tsx';

const title = 'Aparência na TV';

/** Shows the form for the display settings of all screens of the account (contract/README 9.8). */
export function DisplayDialog({ onClose }: { onClose: () => void }) {
  const settings = useResource('GET /api/display-settings');
  if (settings.data) {
    // Reset the form when another window has changed the settings.
    const key = String(settings.data.shrinksPicture);
    return <DisplayForm key={key} settings={settings.data} onClose={onClose} />;
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      <Loaded resource={settings} skeleton={<Skeleton height="18rem" />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

interface DisplayFormProps {
  settings: DisplaySettings;
  onClose: () => void;
}

function DisplayForm({ settings: { shrinksPicture, logo }, onClose }: DisplayFormProps) {
  const { values, set, dialog } = useDialogForm<DisplayChoices>(
    { shrinksPicture },
    {
      errorTitle: 'Erro ao salvar a aparência',
      check: () => ({}),
      async save(body) {
        await mutate('PUT /api/display-settings', { body });
        toast({ title: '✓ Aparência salva', description: 'Suas telas mudam em instantes.' });
      },
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} title={title} description="Vale para todas as suas telas." action="Salvar">
      <DisplayPreview settings={{ ...values, logo }} />
      <Checkbox
        label="Encolher a imagem acima das mensagens e dos avisos"
        hint="Nada do conteúdo fica coberto. Desmarcado, mensagens e avisos ficam sobre a imagem."
        checked={values.shrinksPicture}
        onChange={(checked) => set({ shrinksPicture: checked })}
      />
      <LogoField logo={logo} />
    </FormDialog>
  );
}
