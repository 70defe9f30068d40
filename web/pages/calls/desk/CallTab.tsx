import { useSignals } from '@preact/signals-react/runtime';
import { useMemo, useState } from 'react';
import type { CallRoom, CallService, CallSettings, DayOfCalls, TicketKind } from '../../../../src/contract/calls.ts';
import { isOpenAt } from '../../../../src/contract/programme/opening-hours.ts';
import { localMinuteAt } from '../../../components/programme/local-time.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { type Resource, useResource } from '../../../state/resources/resource.ts';
import { hasCapability, hasFeature, signedInId } from '../../../state/session.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { CallPanel } from './CallPanel.tsx';
import styles from '../Calls.module.css';
import { SourceLosses } from '../SourceLosses.tsx';
import { FirstRoom } from './FirstRoom.tsx';
import { DoctorDesk } from './DoctorDesk.tsx';
import { savedDoctorMode, savedKinds, savedRoom, saveDoctorMode, saveKinds, saveRoom } from './saved-desk.ts';
import { LastCalls, type LastCallsProps } from './LastCalls.tsx';
import { deskQueue } from '../queue/desk-queue.ts';
import { Queue } from '../queue/Queue.tsx';
import { preferentialKinds } from '../queue/ticket-kinds.ts';
import { type CallActions, useCallActions } from './use-call-actions.ts';
import { Stack } from '../../../ui/layout/primitives.tsx';

/** Shows the receptionist's desk: the form that calls patients, the queue, and the last calls with their receipts. */
export function CallTab() {
  useSignals();
  const rooms = useResource('GET /api/call-rooms');
  const settings = useResource('GET /api/call-settings');
  const services = useResource('GET /api/call-services');
  const setup = {
    data: rooms.data &&
      settings.data &&
      services.data && { rooms: rooms.data, settings: settings.data, services: services.data },
    error: rooms.error ?? settings.error ?? services.error,
    refetch: async () => void (await Promise.all([rooms.refetch(), settings.refetch(), services.refetch()])),
  };
  return (
    <Loaded resource={setup} skeleton={<DeskSkeleton />}>
      {({ rooms, settings, services }) =>
        rooms.length === 0 ? (
          <FirstRoom mayCreate={hasCapability('calls')} />
        ) : (
          <Desk {...{ rooms, settings, services }} />
        )
      }
    </Loaded>
  );
}

type CallsOfDayProps = Pick<LastCallsProps, 'rooms' | 'services'> & { day: Resource<DayOfCalls>; actions: CallActions };

function CallsOfDay({ day, ...props }: CallsOfDayProps) {
  return (
    <Loaded resource={day} skeleton={<Skeleton height="14rem" radius="var(--radius-lg)" />}>
      {(data) => <LastCalls calls={data.calls} {...props} />}
    </Loaded>
  );
}

interface DeskProps {
  rooms: readonly CallRoom[];
  settings: CallSettings;
  services: readonly CallService[];
}

function Desk({ rooms, settings, services }: DeskProps) {
  useSignals();
  const userId = signedInId.value ?? 0;
  const day = useResource('GET /api/calls');
  const [chosenId, setChosenId] = useState(() => savedRoom(userId));
  // If the account has only one room, it is chosen automatically.
  const room = rooms.find(({ id }) => id === chosenId) ?? (rooms.length === 1 ? rooms[0] : undefined);
  const [kinds, setKinds] = useState(() => savedKinds(userId));
  const [isDoctor, setDoctor] = useState(() => savedDoctorMode(userId));
  const actions = useCallActions(room, day.data);
  const roomId = room?.id;
  const [queue, preferentialCount] = useMemo(() => {
    const queueOf = (kinds: readonly TicketKind[]) =>
      day.data ? deskQueue(day.data, { settings, services, roomId, kinds }) : { own: [], others: [] };
    return [queueOf(kinds), queueOf(preferentialKinds).own.length];
  }, [day.data, settings, services, roomId, kinds]);

  function chooseRoom(id: number): void {
    setChosenId(id);
    actions.clearProblem();
    saveRoom(userId, id);
  }

  function chooseKinds(chosen: readonly TicketKind[]): void {
    setKinds(chosen);
    saveKinds(userId, chosen);
  }

  function setDoctorMode(isOn: boolean): void {
    setDoctor(isOn);
    saveDoctorMode(userId, isOn);
  }

  if (isDoctor && settings.queueEnabled && actions.mayCall)
    return (
      <DoctorDesk
        {...{ rooms, room, services, actions, kinds }}
        waiting={queue.own}
        onRoom={chooseRoom}
        onLeave={() => setDoctorMode(false)}
      />
    );
  return (
    <Stack fluid gap={4} align="start" className={styles.desk}>
      <Stack fluid gap={4} className={styles.side}>
        <SourceLosses />
        <ClosedNote />
        {hasCapability('calls') && (
          <CallPanel
            {...{ rooms, room, settings, day: day.data, actions, kinds, preferentialCount }}
            waiting={queue.own}
            onRoom={chooseRoom}
          />
        )}
        {settings.queueEnabled && <CallsOfDay {...{ day, actions, rooms, services }} />}
      </Stack>
      {settings.queueEnabled ? (
        <Loaded resource={day} skeleton={<Skeleton height="24rem" radius="var(--radius-lg)" />}>
          {(data) => (
            <Queue
              day={data}
              onKinds={chooseKinds}
              onDoctor={() => setDoctorMode(true)}
              {...{ settings, rooms, services, queue, actions, kinds }}
            />
          )}
        </Loaded>
      ) : (
        <CallsOfDay {...{ day, actions, rooms, services }} />
      )}
    </Stack>
  );
}

/** Shows a note outside the opening hours. Calls still work. */
function ClosedNote() {
  useSignals();
  const opening = useResource('GET /api/opening-hours', {}, { enabled: hasFeature('canAccessManagement') }).data;
  const wallClockMs = localMinuteAt(useNow(30_000)) * 60_000;
  if (!opening || isOpenAt(opening.windows, { minutes: 0, changes: [] }, wallClockMs)) return null;
  return (
    <Callout tone="info" compact role="status">
      A clínica está fechada agora, pelo horário da Programação. As chamadas funcionam como sempre.
    </Callout>
  );
}

function DeskSkeleton() {
  return (
    <Stack fluid gap={5} align="start" className={styles.desk}>
      <Skeleton height="18rem" radius="var(--radius-lg)" />
      <Skeleton height="24rem" radius="var(--radius-lg)" />
    </Stack>
  );
}
