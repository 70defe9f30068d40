import { limits } from '../../../src/contract/limits.ts';
import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { ScreenBoxes } from '../screens/ScreenBoxes.tsx';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useDialogForm } from '../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Text } from '../../ui/layout/primitives.tsx';

/** Shows a form for a group's name and screens. `group`: undefined to create one. */
export function GroupForm({
  group,
  screens,
  onClose,
}: {
  group: ScreenGroup | undefined;
  screens: readonly MyPlayer[];
  onClose: () => void;
}) {
  const { values, set, field, dialog } = useDialogForm(
    { name: group?.name ?? '', playerIds: group?.playerIds ?? [] },
    {
      errorTitle: 'Erro ao salvar o grupo',
      check: ({ name }) => (name.trim() === '' ? { name: 'Dê um nome ao grupo.' } : {}),
      async save(body) {
        if (group) await mutate('PATCH /api/screen-groups/:id', { params: { id: group.id }, body });
        else await mutate('POST /api/screen-groups', { body });
        toast({ title: '✓ Grupo salvo', description: body.name });
      },
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} title={group ? 'Editar grupo' : 'Novo grupo'} action="Salvar">
      <Input
        label="Nome"
        {...field('name')}
        maxCharacters={limits.screenGroup.nameLength}
        placeholder="Ex: Recepções"
      />
      <fieldset>
        <Text as="legend" size="sm" weight="bold" marginBottom={1}>
          Telas do grupo
        </Text>
        <ScreenBoxes
          screens={screens}
          isChosen={(id) => values.playerIds.includes(id)}
          onChoose={(id, isChosen) =>
            set({
              playerIds: isChosen ? [...values.playerIds, id] : values.playerIds.filter((each) => each !== id),
            })
          }
        />
      </fieldset>
    </FormDialog>
  );
}
