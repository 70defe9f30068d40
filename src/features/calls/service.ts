/**
 * Calls typed labels and queued tickets, repeats calls, and issues tickets (contract/README 15). Each operation is one immediate
 * transaction, which also publishes its events.
 */
import type { NamePolicy, QueueInput, Ticket, TicketKind, TicketStatus } from '../../contract/calls.ts';
import type { PlayerActor } from '../../contract/endpoint.ts';
import { AppError, invalidField, notFound } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { ticketsMatching } from '../../contract/text/ticket-labels.ts';
import type { CallsPatch } from '../../contract/changes/patches.ts';
import { type Clock, yieldToEventLoop } from '../../platform/clock.ts';
import { inBatches } from '../../platform/storage/purge.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { CallAges } from './call-ages.ts';
import type { CallStore, NewCall, StoredCall, Visit } from './call-store.ts';
import type { LastCalls } from './last-calls.ts';
import { nextKind, servicesOfRoom } from '../../contract/text/queue-order.ts';
import { hasDocumentNumber, labelPrefix, maskLabel, type MaskedLabel, ticketLabel } from './call-policies.ts';
import { type CallScreen, isTarget, quietTimeField } from './screens.ts';
import { createTicketStates, isOpen } from './queue/ticket-states.ts';
import type { ScreenQueues } from './screen-queues.ts';
import type { ServiceStore } from './services/service-store.ts';
import type { CallSetupStore } from './setup-store.ts';
import type { ChangedRows } from './views.ts';
import { type StoredTicket, type TicketStore, toTicket } from './ticket-store.ts';

/** Time that calls and tickets are stored for reports. */
const retentionMs = 400 * 86_400_000;
/** Number of names erased per batch. Each batch also truncates the write-ahead log, which still contains the names. */
const namesPerBatch = 200;
/** Age above which a waiting ticket is not carried over: its patient has gone. */
const maxCarriedAgeMs = 36 * 3_600_000;

export interface CallServiceDeps {
  calls: CallStore;
  tickets: TicketStore;
  setup: CallSetupStore;
  services: Pick<ServiceStore, 'list' | 'serviceOrThrow'>;
  ages: CallAges;
  lastCalls: LastCalls;
  queues: Pick<ScreenQueues, 'set'>;
  /** Returns the changed rows for open studios. */
  patchOf(userId: number, changed: ChangedRows): CallsPatch;
  /** Returns the calls for people who may not see full names; the same list if it contains no full names. */
  withoutFullNames(userId: number, calls: readonly StoredCall[]): readonly StoredCall[];
  screensOf(userId: number): CallScreen[];
  /** Starts the speech synthesis; screens request the sounds later. */
  prepareVoice(userId: number, call: StoredCall): void;
  /** Deletes the sound files of names made before `before` (milliseconds since 1970). */
  deleteSpokenNames(before: number): Promise<void>;
  /** Returns the day of a time in the clinic's time zone. */
  dayOf(userId: number, at: number): string;
  timeZoneOf(userId: number): string;
  publish: Publish;
  database: Database;
  clock: Clock;
}

/** A call that other software made, with the name of a place instead of a room's id. */
export interface SourceCall {
  ticket: string;
  name: string;
  place: string;
  isPriority: boolean;
}

const kinds: readonly TicketKind[] = ['normal', 'preferential', 'over80'];
const onlyTickets =
  'Sua clínica chama só por senha: digite o número. Quem cuida da conta pode permitir nomes em Chamada, na aba Ajustes.';
const noName = 'Digite a senha ou o nome com letras.';
const noDocument = 'Documento e telefone não vão para a TV.';

/** Creates calls and publishes them. */
function createCallCreator(deps: CallServiceDeps) {
  const { calls, tickets, setup, services, lastCalls, publish, database, clock } = deps;
  const states = createTicketStates(deps);

  /**
   * Publishes a stored call, and starts its speech synthesis after the commit. Must be called inside a transaction. `replaced`:
   * id of the call that this one repeats. `previous`: id of an earlier call of the same ticket.
   */
  function announce(
    userId: number,
    id: number,
    { replaced, previous }: { replaced?: number; previous?: number | null } = {},
  ): StoredCall {
    const call = calls.callOrThrow(userId, id);
    deps.ages.add(userId, call);
    database.afterCommit(() => {
      lastCalls.forget(userId);
      deps.prepareVoice(userId, call);
    });
    if (call.isOnAll) publish(`screens:${userId}`, { type: 'patientCalled', callId: id });
    else
      for (const screen of deps.screensOf(userId))
        if (isTarget(screen, call)) publish(`player:${screen.id}`, { type: 'patientCalled', callId: id });
    // An earlier call of the ticket is no longer absent: publish its row too.
    const otherChanged = previous == null ? [] : [calls.lastRepetition(calls.callOrThrow(userId, previous))];
    // A room attends one patient at a time: a call that repeats no other ends the attendance of the previous patient.
    if (replaced === undefined) otherChanged.push(...states.endOthers(userId, call));
    publishRows(deps, userId, {
      calls: [call, ...otherChanged.filter(({ day }) => day === call.day)],
      ticketId: call.ticketId,
      ...(replaced !== undefined && { replaced: [replaced] }),
    });
    return call;
  }

  /** Returns day and time of a new call. Must run inside a transaction. Throws quota_exceeded at the limit of calls of a day. */
  function newCallTime(userId: number): Pick<NewCall, 'day' | 'createdAt'> {
    const createdAt = clock.now();
    const day = deps.dayOf(userId, createdAt);
    if (calls.countOfDay(userId, day) >= limits.calls.callsPerDay)
      throw new AppError(
        'quota_exceeded',
        `As ${limits.calls.callsPerDay.toLocaleString('pt-BR')} chamadas de hoje já foram feitas.`,
      );
    return { day, createdAt };
  }

  /** Stores a call; returns its id. */
  function insertCall(
    userId: number,
    room: { id: number; name: string; colour: string; isOnAll: boolean },
    { label, isName }: MaskedLabel,
    flags: Pick<NewCall, 'ticketId' | 'isPriority' | 'isTest'>,
    visit?: Visit,
  ): number {
    const place = { roomId: room.id, roomName: room.name, colour: room.colour, isOnAll: room.isOnAll };
    return calls.insert(userId, { ...newCallTime(userId), label, isName, ...place, ...flags }, visit);
  }

  /** Stores a call of a ticket, and marks the ticket as called; returns the call's id. */
  function callTicket(
    userId: number,
    ticket: StoredTicket,
    roomId: number,
    { isTest = false, isPriority = false }: { isTest?: boolean; isPriority?: boolean } = {},
  ): number {
    const room = setup.roomOrThrow(userId, roomId);
    const { kind, serviceId, calledAt, queuedAt, createdAt } = ticket;
    const now = clock.now();
    // A ticket of an earlier day has no waiting time, which would include the night.
    const isOfToday = deps.dayOf(userId, createdAt) === deps.dayOf(userId, now);
    const visit = {
      kind,
      serviceName: serviceId === null ? null : services.serviceOrThrow(userId, serviceId).name,
      waitedMs: calledAt === null && isOfToday ? Math.max(0, now - queuedAt) : null,
    };
    const id = insertCall(
      userId,
      room,
      { label: ticket.label, isName: false },
      { ticketId: ticket.id, isPriority: isPriority || kind !== 'normal', isTest },
      visit,
    );
    tickets.markCalled(userId, ticket.id, id, now);
    return id;
  }

  return { announce, newCallTime, insertCall, callTicket, states };
}

type CallCreator = ReturnType<typeof createCallCreator>;

export function createCallService(deps: CallServiceDeps) {
  const creator = createCallCreator(deps);
  return {
    ...createCallOperations(deps, creator),
    ...createRepetitions(deps, creator),
    ...createQueue(deps, creator),
    ...createReceipts(deps),
  };
}

/** Stores receipts and queues of screens, and deletes expired data. */
function createReceipts(deps: CallServiceDeps) {
  const { calls, tickets, deleteSpokenNames, publish, database, clock } = deps;
  return {
    /** Stores a screen's receipt (contract/README 15.7). Throws not_found for a call that is not for this screen. */
    receive(
      { userId, playerId }: PlayerActor,
      callId: number,
      { hadSound, key }: { hadSound: boolean; key?: string | undefined },
    ): void {
      database.tx(() => {
        const call = calls.callForScreenOrThrow({ call: callId, user: userId, player: playerId });
        if (key !== undefined && key !== call.key) throw notFound('call');
        const ageMs = deps.ages.of(userId, call);
        const delayMs = calls.receive(callId, playerId, ageMs, hadSound);
        if (delayMs === undefined) return;
        const playerName = calls.screenName(playerId);
        const receipt = { playerId, playerName, delayMs, hadSound };
        // Quiet hours explain only a receipt without sound. Most receipts have sound: do not read the screens for them.
        const quietTime = hadSound
          ? {}
          : quietTimeField(receipt, call.createdAt + delayMs, {
              screens: deps.screensOf(userId),
              zone: deps.timeZoneOf(userId),
            });
        publish(`user:${userId}`, { type: 'callShown', callId, ...receipt, ...quietTime });
      });
    },

    /** Stores the calls that wait on a screen; ignores calls that are not for this screen. */
    setQueue({ userId, playerId }: PlayerActor, waiting: QueueInput['calls']): void {
      const keysById = calls.keysForScreen(
        waiting.map(({ id }) => id),
        userId,
        playerId,
      );
      const forThisScreen = waiting.filter(
        ({ id, key = keysById.get(id) }) => keysById.has(id) && keysById.get(id) === key,
      );
      deps.queues.set(userId, playerId, forThisScreen);
      const queue = {
        playerId,
        calls: forThisScreen.map(({ id, startsInMs }, index) => ({ callId: id, position: index + 1, startsInMs })),
      };
      publish(`user:${userId}`, { type: 'callsChanged', patch: { of: 'GET /api/calls', queue } });
    },

    /** Erases names after 12 hours, deletes calls and tickets after 400 days. Returns the number of erased names. */
    async sweep(): Promise<number> {
      const now = clock.now();
      const expiredBefore = now - limits.calls.nameLifeMs;
      const userIds = calls.ownersOfNames(expiredBefore);
      let names = 0;
      for (let erased = -1; userIds.length > 0 && erased !== 0; names += erased) {
        erased = database.erase(() => calls.eraseNames(expiredBefore, namesPerBatch));
        await yieldToEventLoop();
      }
      // Open studios still show the names.
      for (const userId of userIds) publish(`user:${userId}`, { type: 'callsChanged' });
      const oldest = now - retentionMs;
      for (const userId of calls.ownersBefore(oldest)) await inBatches(database, calls.deletionBefore(userId, oldest));
      const oldestDay = new Date(oldest).toISOString().slice(0, 10);
      for (const userId of tickets.ownersBefore(oldestDay))
        await inBatches(database, tickets.deletionBefore(userId, oldestDay));
      await deleteSpokenNames(expiredBefore);
      return names;
    },
  };
}

function createCallOperations(deps: CallServiceDeps, { announce, insertCall, callTicket }: CallCreator) {
  const { tickets, setup, database } = deps;

  /** Returns the ticket of today's queue with a typed number, or undefined. Throws conflict if several tickets have it. */
  function typedTicket(userId: number, typed: string): StoredTicket | undefined {
    const [ticket, ...others] = ticketsMatching(tickets.queue(userId, beginDay(deps, userId)), typed);
    if (ticket === undefined || others.length === 0) return ticket;
    const labels = [ticket, ...others].map(({ label }) => label).join(', ');
    throw new AppError('conflict', `Há mais de uma senha com este número: ${labels}. Digite-a inteira.`);
  }

  return {
    /**
     * Calls a typed number or name. If a ticket of today's queue has the number, calls that ticket. Throws invalid_input for a
     * label that `maskLabel` refuses, not_found, quota_exceeded, and conflict if several tickets of the queue have the number.
     */
    callTyped(
      userId: number,
      { label, roomId, isPriority, isTest }: { label: string; roomId: number; isPriority: boolean; isTest: boolean },
    ): StoredCall {
      const masked = maskOrThrow(label, setup.settings(userId).namePolicy, isTest);
      return database.tx(() => {
        const room = setup.roomOrThrow(userId, roomId);
        const ticket = masked.isName || isTest ? undefined : typedTicket(userId, masked.label);
        if (ticket)
          return announce(userId, callTicket(userId, ticket, roomId, { isPriority }), { previous: ticket.callId });
        return announce(userId, insertCall(userId, room, masked, { ticketId: null, isPriority, isTest }));
      });
    },

    /** Calls a chosen ticket. Throws not_found, conflict for a ticket that is neither waiting nor absent, and quota_exceeded. */
    callTicket(userId: number, input: { ticketId: number; roomId: number; isTest: boolean }): StoredCall {
      return database.tx(() => {
        const ticket = tickets.ticketOrThrow(userId, input.ticketId);
        if (ticket.status !== 'waiting' && ticket.status !== 'absent')
          throw new AppError('conflict', `A senha ${ticket.label} já foi chamada ou encerrada. Use "Repetir".`);
        const id = callTicket(userId, ticket, input.roomId, { isTest: input.isTest });
        return announce(userId, id, { previous: ticket.callId });
      });
    },
  };
}

function createRepetitions(deps: CallServiceDeps, { announce, newCallTime, states }: CallCreator) {
  const { calls, tickets, setup, database } = deps;

  /** Marks the ticket of a repeated call as called, unless it was cancelled, forwarded or called anew. */
  function takeFromQueue(userId: number, { ticketId, firstId }: StoredCall): void {
    const ticket = ticketId === null ? undefined : tickets.ticketOrThrow(userId, ticketId);
    if (ticket?.callId === firstId && ticket.status !== 'cancelled') states.setStatus(userId, ticket, 'called');
  }

  return {
    /** Repeats a call and marks its patient as present. Throws not_found, conflict if its name was deleted, and quota_exceeded. */
    repeat(userId: number, id: number): StoredCall {
      return database.tx(() => {
        const last = calls.lastRepetition(calls.callOrThrow(userId, id));
        if (last.label === '')
          throw new AppError('conflict', 'O nome desta chamada já foi apagado. Digite de novo para chamar.');
        takeFromQueue(userId, last);
        return announce(userId, calls.repeat(userId, last, newCallTime(userId)), { replaced: last.id });
      });
    },

    /**
     * Marks the patient of a call as absent or present. If the call has a ticket, sets the ticket's status. Throws not_found, and
     * conflict for a ticket that was returned to the queue, forwarded, called anew or cancelled.
     */
    setAbsent(userId: number, id: number, isAbsent: boolean): StoredCall {
      return database.tx(() => {
        const last = calls.lastRepetition(calls.callOrThrow(userId, id));
        if (last.ticketId === null) calls.setAbsent(userId, last.id, isAbsent);
        else {
          const ticket = tickets.ticketOrThrow(userId, last.ticketId);
          if (ticket.callId !== last.firstId || ticket.status === 'waiting' || ticket.status === 'cancelled')
            throw new AppError('conflict', `A senha ${ticket.label} já voltou à fila ou foi cancelada.`);
          states.setStatus(userId, ticket, isAbsent ? 'absent' : 'called');
        }
        const call = calls.callOrThrow(userId, last.id);
        publishRows(deps, userId, { calls: [call], ticketId: call.ticketId });
        return call;
      });
    },

    /**
     * Calls a patient for other software, or repeats the call if the ticket was called to the same place today. Uses the room
     * with the place's name, or all screens if no room has it. Returns undefined if the call has neither a ticket number nor a
     * name that the policy permits. Throws quota_exceeded.
     */
    callFromSource(userId: number, sourceCall: SourceCall): StoredCall | undefined {
      const { namePolicy } = setup.settings(userId);
      const maskedName =
        namePolicy === 'ticket' || !sourceCall.name ? undefined : maskLabel(sourceCall.name, namePolicy);
      const masked = maskedName ?? { label: sourceCall.ticket, isName: false };
      if (!masked.label) return undefined;
      return database.tx(() => {
        const matchingRoom = setup.rooms(userId).find(({ name }) => sameName(name, sourceCall.place));
        const room = matchingRoom
          ? setup.roomOrThrow(userId, matchingRoom.id)
          : { id: null, name: sourceCall.place, colour: limits.calls.roomColour, isOnAll: true };
        const time = newCallTime(userId);
        const lastOfTicket = calls.lastOfSource(userId, time.day, sourceCall.ticket);
        const last = lastOfTicket && calls.lastRepetition(lastOfTicket);
        if (last && last.label === masked.label && last.roomName === room.name) {
          const id = calls.repeat(userId, last, time);
          calls.setSourceTicket(userId, id, sourceCall.ticket);
          return announce(userId, id, { replaced: last.id });
        }
        const id = calls.insert(userId, {
          ...time,
          ...masked,
          roomId: room.id,
          roomName: room.name,
          colour: room.colour,
          isOnAll: room.isOnAll,
          ticketId: null,
          isPriority: sourceCall.isPriority,
          isTest: false,
        });
        calls.setSourceTicket(userId, id, sourceCall.ticket);
        return announce(userId, id);
      });
    },
  };
}

function createQueue(deps: CallServiceDeps, { announce, callTicket, states }: CallCreator) {
  const { calls, tickets, setup, services, database, clock } = deps;

  /** Changes a ticket. Publishes it with its last call, whose row shows the status. `change` returns other changed calls. */
  function changeTicket(userId: number, id: number, change: (ticket: StoredTicket) => StoredCall[] | void): Ticket {
    return database.tx(() => {
      const ticket = tickets.ticketOrThrow(userId, id);
      const others = change(ticket) ?? [];
      const lastCall = states.lastCall(userId, ticket);
      const changedCalls = lastCall ? [calls.callOrThrow(userId, lastCall.id), ...others] : [];
      publishRows(deps, userId, { ticketId: id, calls: changedCalls.filter(({ day }) => day === ticket.day) });
      return toTicket(tickets.ticketOrThrow(userId, id));
    });
  }

  return {
    /** Carries over the tickets that have waited since yesterday, if the clinic wants that. */
    beginDay: (userId: number): void => database.tx(() => void beginDay(deps, userId)),

    /** Calls the next ticket of the queues that the room serves. Throws queue_empty, not_found, quota_exceeded. */
    next(userId: number, input: { roomId: number; kinds?: TicketKind[] | undefined }): StoredCall {
      return database.tx(() => {
        setup.roomOrThrow(userId, input.roomId);
        const day = beginDay(deps, userId);
        const { alternation } = setup.settings(userId);
        const room = { id: input.roomId, serviceIds: servicesOfRoom(services.list(userId), input.roomId) };
        const firstTickets = new Map(
          (input.kinds ?? kinds).flatMap((kind) => {
            const ticket = tickets.firstWaiting(userId, day, kind, room);
            return ticket ? [[kind, ticket] as const] : [];
          }),
        );
        const kind = nextKind(new Set(firstTickets.keys()), {
          alternation,
          lastKinds: calls.lastKinds(userId, day, alternation),
        });
        const ticket = kind && firstTickets.get(kind);
        if (!ticket) throw new AppError('queue_empty');
        return announce(userId, callTicket(userId, ticket, input.roomId), { previous: ticket.callId });
      });
    },

    /** Issues the next ticket whose label is free today. Throws not_found, quota_exceeded. */
    issueTicket(userId: number, { kind, serviceId }: { kind: TicketKind; serviceId?: number | undefined }): Ticket {
      return database.tx(() => {
        const service = serviceId === undefined ? undefined : services.serviceOrThrow(userId, serviceId);
        const createdAt = clock.now();
        const day = beginDay(deps, userId);
        if (tickets.countOfDay(userId, day) >= limits.calls.ticketsPerDay)
          throw new AppError(
            'quota_exceeded',
            `As ${limits.calls.ticketsPerDay.toLocaleString('pt-BR')} senhas de hoje já saíram.`,
          );
        const prefix = labelPrefix(setup.settings(userId).prefixes, kind, service);
        // A deleted service, or one whose prefix was changed, may have issued the same label today.
        const takenLabels = tickets.labelsOfDay(userId, day);
        let number = tickets.lastNumber(userId, day, service?.id ?? null, kind) + 1;
        while (takenLabels.has(ticketLabel(prefix, number))) number += 1;
        const label = ticketLabel(prefix, number);
        const id = tickets.insert(userId, { day, kind, number, label, serviceId: service?.id ?? null, createdAt });
        publishRows(deps, userId, { ticketId: id });
        return toTicket(tickets.ticketOrThrow(userId, id));
      });
    },

    /**
     * Sets a ticket's status. A ticket that is opened again ends the others of its room. Throws not_found, and conflict for
     * `called` and `serving` if the ticket was not called.
     */
    setStatus: (userId: number, id: number, status: TicketStatus): Ticket =>
      changeTicket(userId, id, (ticket) => {
        states.setStatus(userId, ticket, status);
        const isReopened = !isOpen(ticket) && (status === 'called' || status === 'serving');
        const call = isReopened ? states.lastCall(userId, ticket) : undefined;
        return call && states.endOthers(userId, call);
      }),

    /** Passes a ticket to another queue. Throws not_found, and conflict for a cancelled ticket. */
    forward: (
      userId: number,
      id: number,
      to: { serviceId?: number | undefined; roomId?: number | undefined },
    ): Ticket =>
      changeTicket(userId, id, (ticket) => {
        if (to.roomId !== undefined) setup.roomOrThrow(userId, to.roomId);
        const serviceId =
          to.serviceId === undefined ? ticket.serviceId : services.serviceOrThrow(userId, to.serviceId).id;
        states.forward(userId, ticket, { serviceId, toRoomId: to.roomId ?? null });
      }),
  };
}

/** Returns today's date. Carries over earlier tickets if the clinic wants that. Must be called inside a transaction. */
function beginDay({ tickets, setup, dayOf, publish, clock }: CallServiceDeps, userId: number): string {
  const day = dayOf(userId, clock.now());
  const isCarried =
    setup.settings(userId).carriesOver && tickets.carryOver(userId, day, clock.now() - maxCarriedAgeMs) > 0;
  if (isCarried) publish(`user:${userId}`, { type: 'callsChanged' });
  return day;
}

/** Sends changed rows to the account's open studios. Must be called inside a transaction, after the rows were written. */
function publishRows(deps: CallServiceDeps, userId: number, { calls = [], ...changed }: ChangedRows): void {
  const message = (calls: readonly StoredCall[]) =>
    ({
      type: 'callsChanged',
      patch: deps.patchOf(userId, { ...changed, ...(calls.length > 0 && { calls }) }),
    }) as const;
  const shortened = deps.withoutFullNames(userId, calls);
  const restriction = shortened === calls ? undefined : ({ needs: 'calls', otherwise: message(shortened) } as const);
  deps.publish(`user:${userId}`, message(calls), restriction);
}

const sameName = (a: string, b: string): boolean =>
  a.localeCompare(b, 'pt-BR', { sensitivity: 'base' }) === 0 && b !== '';

/** Masks a label; a test call may show "Teste". Throws invalid_input, whose message never contains the typed text. */
function maskOrThrow(typed: string, policy: NamePolicy, isTest: boolean): MaskedLabel {
  if (isTest && /^teste$/iu.test(typed.trim())) return { label: 'TESTE', isName: false };
  const masked = maskLabel(typed, policy);
  if (masked) return masked;
  const allowed = policy === 'ticket' ? onlyTickets : noName;
  const sentence = hasDocumentNumber(typed) ? `${noDocument} ${allowed}` : allowed;
  throw invalidField('label', sentence);
}
