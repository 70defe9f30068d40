import { change, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { Switch } from '../../../../ui/form/Switch.tsx';
import { changeSettings } from '../change-settings.ts';
import { LoadedCard } from '../LoadedCard.tsx';

/** Changes whether managers must use a second factor. */
export function SecondFactorCard() {
  const settings = useResource('GET /api/admin/settings');
  const [setRequired] = useConfirmedAction(
    'Erro ao mudar a exigência',
    (isRequired: boolean) =>
      isRequired
        ? {
            title: 'Exigir a verificação em duas etapas?',
            text: 'Gestores e administradores que ainda não a ligaram saem da conta agora e a configuram ao entrar de novo.',
            action: 'Exigir',
          }
        : undefined,
    async (requiresSecondFactor) => {
      const optimistic = [change('GET /api/admin/settings', (current) => ({ ...current, requiresSecondFactor }))];
      await changeSettings({ requiresSecondFactor }, { optimistic });
      toast({
        title: requiresSecondFactor ? 'Verificação em duas etapas exigida' : 'Verificação em duas etapas opcional',
      });
    },
  );

  return (
    <LoadedCard title="Verificação em duas etapas" resource={settings} height="3rem">
      {({ requiresSecondFactor }) => (
        <Switch
          label="Exigir de gestores e administradores"
          hint="Quem não a tem é levado a configurá-la ao entrar. Ligue antes a sua, em Minha conta."
          checked={requiresSecondFactor}
          onChange={(isRequired) => void setRequired(isRequired)}
        />
      )}
    </LoadedCard>
  );
}
