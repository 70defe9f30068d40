import type { CallRoom } from '../../../../src/contract/calls.ts';
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { ScreenBoxes } from '../../../components/screens/ScreenBoxes.tsx';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import type { FormErrors } from '../../../state/form/use-form.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { ColourField } from '../../../ui/form/choice/ColourField.tsx';
import { plural } from '../../../ui/text/format.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import styles from './SettingsTab.module.css';

interface RoomForm {
  name: string;
  colour: string;
  isEverywhere: boolean;
  playerIds: number[];
  groupIds: number[];
}

interface RoomDialogProps {
  room: CallRoom | undefined;
  screens: readonly { id: number; name: string }[];
  groups: readonly ScreenGroup[];
  onClose: () => void;
}

export function RoomDialog({ room, screens, groups, onClose }: RoomDialogProps) {
  const initial = (): RoomForm => ({
    name: room?.name ?? '',
    colour: room?.colour ?? limits.calls.roomColour,
    isEverywhere: !room?.playerIds,
    playerIds: room?.playerIds ?? [],
    groupIds: room?.groupIds ?? [],
  });
  const { values, set, field, dialog } = useDialogForm<RoomForm>(initial, {
    errorTitle: 'Erro ao salvar local',
    check: roomErrors,
    async save({ name, colour, isEverywhere, playerIds, groupIds }) {
      const body = { name, colour, playerIds: isEverywhere ? null : playerIds, groupIds: isEverywhere ? [] : groupIds };
      if (room) await mutate('PATCH /api/call-rooms/:id', { params: { id: room.id }, body });
      else await mutate('POST /api/call-rooms', { body });
      toast({ title: room ? 'Local salvo' : 'Local criado' });
    },
    onClose,
  });
  const { playerIds, groupIds } = values;
  const withToggled = (ids: readonly number[], id: number, isChosen: boolean) =>
    isChosen ? [...ids, id] : ids.filter((each) => each !== id);

  return (
    <FormDialog {...dialog} title={room ? 'Editar local' : 'Novo local'} action={room ? 'Salvar' : 'Criar local'}>
      <Input
        autoFocus
        required
        label="Nome"
        placeholder="Consultório 3"
        autoComplete="off"
        maxLength={limits.calls.roomNameLength}
        {...field('name')}
      />
      <ColourField label="Cor na TV" {...field('colour')} />
      <Switch
        label="Aparece em todas as TVs"
        hint="Também nas que forem criadas depois."
        checked={values.isEverywhere}
        onChange={(isEverywhere) => set({ isEverywhere })}
      />
      {!values.isEverywhere && (
        <fieldset>
          <legend>Aparece só nestas TVs</legend>
          <div className={styles.boxes}>
            {groups.map(({ id, name, playerIds: members }) => (
              <Checkbox
                key={`group-${id}`}
                label={<strong>{name}</strong>}
                hint={`Grupo de ${plural(members.length, 'tela', 'telas')}; as que entrarem nele depois também.`}
                checked={groupIds.includes(id)}
                onChange={(isChosen) => set({ groupIds: withToggled(groupIds, id, isChosen) })}
              />
            ))}
            <ScreenBoxes
              screens={screens}
              isChosen={(id) => playerIds.includes(id)}
              onChoose={(id, isChosen) => set({ playerIds: withToggled(playerIds, id, isChosen) })}
            />
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}

function roomErrors({ name, colour }: RoomForm): FormErrors<RoomForm> {
  return {
    name: name.trim() === '' ? 'Dê um nome ao local.' : undefined,
    colour: /^#[0-9a-f]{6}$/i.test(colour) ? undefined : 'Escolha uma cor, como #0E7490.',
  };
}
