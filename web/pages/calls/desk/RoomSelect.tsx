import type { CallRoom } from '../../../../src/contract/calls.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import type { CallActions } from './use-call-actions.ts';

interface RoomSelectProps {
  label: string;
  rooms: readonly CallRoom[];
  room: CallRoom | undefined;
  actions: CallActions;
  onRoom: (id: number) => void;
  className: string | undefined;
}

/** Shows the field for the room of the desk. */
export const RoomSelect = ({ label, rooms, room, actions, onRoom, className }: RoomSelectProps) => (
  <Text as="div" grow className={className}>
    <Select
      ref={actions.roomField}
      label={label}
      error={actions.roomProblem}
      placeholder="Escolha o local"
      value={room ? String(room.id) : ''}
      onChange={(id) => onRoom(Number(id))}
      options={rooms.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  </Text>
);
