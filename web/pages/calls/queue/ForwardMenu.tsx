import { DoorOpen, ListOrdered } from 'lucide-react';
import type { CallRoom, CallService } from '../../../../src/contract/calls.ts';
import { Menu, type MenuProps } from '../../../ui/overlay/Menu.tsx';

interface ForwardMenuProps extends Pick<MenuProps, 'trigger' | 'onOpen'> {
  rooms: readonly CallRoom[];
  services: readonly CallService[];
  /** The menu omits the ticket's present queue: that of room `roomId`, or, if `roomId` is null, of service `serviceId`. */
  serviceId: number | null;
  roomId: number | null;
  onForward: (to: Destination) => void;
}

export type Destination = { name: string } & ({ serviceId: number } | { roomId: number });

/** Shows the services and rooms to whose queues a ticket can be forwarded. Shows nothing if there is no other queue. */
export function ForwardMenu({ rooms, services, serviceId, roomId, onForward, ...menu }: ForwardMenuProps) {
  const toServices = services.filter(({ id }) => id !== serviceId || roomId !== null);
  const toRooms = rooms.length > 1 ? rooms.filter(({ id }) => id !== roomId) : [];
  const items = [
    ...toServices.map(({ id, name }) => ({
      label: name,
      icon: <ListOrdered />,
      onSelect: () => onForward({ name, serviceId: id }),
    })),
    ...toRooms.map(({ id, name }) => ({
      label: name,
      icon: <DoorOpen />,
      onSelect: () => onForward({ name, roomId: id }),
    })),
  ];
  return items.length === 0 ? null : <Menu items={items} {...menu} />;
}
