import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { change, mutate, useResource } from '../../../../state/resources/resource.ts';
import { confirm } from '../../../../state/confirm.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Switch } from '../../../../ui/form/Switch.tsx';

/** Changes whether managers must use a second factor. */
export function SecondFactorCard() {
  const settings = useResource('GET /api/admin/settings');
  const [save] = useAction('Erro ao mudar a exigência', async (requiresSecondFactor: boolean) => {
    const optimistic = [change('GET /api/admin/settings', (now) => ({ ...now, requiresSecondFactor }))];
    await mutate(
      'PATCH /api/admin/settings',
      { body: { requiresSecondFactor } },
      { optimistic, invalidates: ['GET /api/admin/settings'] },
    );
    toast({
      title: requiresSecondFactor ? 'Verificação em duas etapas exigida' : 'Verificação em duas etapas opcional',
    });
  });

  async function ask(isRequired: boolean): Promise<void> {
    const isSure =
      !isRequired ||
      (await confirm({
        title: 'Exigir a verificação em duas etapas?',
        text: 'Gestores e administradores que ainda não a ligaram saem da conta agora e a configuram ao entrar de novo.',
        action: 'Exigir',
      }));
    if (isSure) await save(isRequired);
  }

  return (
    <Card title="Verificação em duas etapas">
      <Loaded resource={settings} skeleton={<Skeleton height="3rem" radius="var(--radius)" />}>
        {({ requiresSecondFactor }) => (
          <Switch
            label="Exigir de gestores e administradores"
            hint="Quem não a tem é levado a configurá-la ao entrar. Ligue antes a sua, em Minha conta."
            checked={requiresSecondFactor}
            onChange={(isRequired) => void ask(isRequired)}
          />
        )}
      </Loaded>
    </Card>
  );
}
