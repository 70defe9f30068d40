/**
 * Calls typed labels and queued tickets, repeats calls, and issues tickets (contract/README 15). Each operation is one
 * immediate transaction, which also publishes its messages.
 */
import type { NamePolicy, Ticket, TicketKind } from '../../contract/calls.ts';
import type { PlayerActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/random.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { CallStore, NewCall, StoredCall } from './call-store.ts';
import type { LastCalls } from './last-calls.ts';
import { maskLabel, type Masked, nextKind, ticketLabel } from './call-policies.ts';
import { type CallScreen, isTarget } from './screens.ts';
import type { CallSetupStore } from './setup-store.ts';
import { type StoredTicket, type TicketStore, toTicket } from './ticket-store.ts';

/** Time that calls and tickets are stored for reports. */
const retentionMs = 400 * 86_400_000;

export interface CallServiceDeps {
  calls: CallStore;
  tickets: TicketStore;
  setup: CallSetupStore;
  lastCalls: LastCalls;
  screensOf(userId: number): CallScreen[];
  /** Starts the speech synthesis; screens request the sounds later. */
  prepareVoice(userId: number, call: StoredCall): void;
  /** Deletes the sounds of names created before `before`. */
  deleteSpokenNames(before: number): Promise<void>;
  /** Returns the day of a time in the clinic's time zone. */
  dayOf(userId: number, at: number): string;
  publish: Publish;
  database: Database;
  clock: Clock;
}

/** A call from other software, which names the place instead of a room's id. */
export interface ForeignCall {
  ticket: string;
  name: string;
  place: string;
  isPriority: boolean;
}

const kinds: readonly TicketKind[] = ['normal', 'preferential', 'over80'];
const onlyTickets =
  'Sua clínica chama só por senha: digite o número. Para chamar por nome, mude a regra em Configurações das chamadas.';
const noName = 'Digite a senha ou o nome com letras.';

/** Creates calls with their messages, at most one per idempotency key. */
function createCallCreator(deps: CallServiceDeps) {
  const { calls, tickets, setup, lastCalls, publish, database, clock } = deps;

  /** Publishes a call, and starts its speech synthesis after the commit. Must be called inside a transaction. */
  function announce(userId: number, id: number): StoredCall {
    const call = calls.callOrThrow(userId, id);
    database.afterCommit(() => {
      lastCalls.forget(userId);
      deps.prepareVoice(userId, call);
    });
    if (call.isOnAll) publish(`screens:${userId}`, { type: 'patientCalled', callId: id });
    else
      for (const screen of deps.screensOf(userId))
        if (isTarget(screen, call)) publish(`player:${screen.id}`, { type: 'patientCalled', callId: id });
    publish(`user:${userId}`, { type: 'callsChanged' });
    return call;
  }

  /** Runs `make` at most once per key and day; call inside a transaction. Throws conflict for a key of another request. */
  function once(userId: number, key: string | undefined, requested: unknown, make: () => number): number {
    if (key === undefined) return make();
    const digest = sha256Hex(JSON.stringify(requested));
    const before = calls.findKey(userId, key, clock.now() - limits.calls.keyLifeMs);
    if (before && before.requested !== digest) throw keyTaken();
    if (before) return before.resultId;
    const resultId = make();
    calls.saveKey(userId, key, { requested: digest, resultId, at: clock.now() });
    return resultId;
  }

  /** Returns day and time of a new call. Throws quota_exceeded when today's call limit is reached. */
  function newCallTime(userId: number): Pick<NewCall, 'day' | 'createdAt'> {
    const createdAt = clock.now();
    const day = deps.dayOf(userId, createdAt);
    if (calls.callsOfDay(userId, day) >= limits.calls.callsPerDay)
      throw new AppError(
        'quota_exceeded',
        `As ${limits.calls.callsPerDay.toLocaleString('pt-BR')} chamadas de hoje já foram feitas.`,
      );
    return { day, createdAt };
  }

  function newCall(
    userId: number,
    room: { id: number; name: string; colour: string; isOnAll: boolean },
    { label, isName }: Masked,
    rest: Pick<NewCall, 'ticketId' | 'isPriority' | 'isTest'>,
  ): number {
    return calls.insert(userId, {
      ...newCallTime(userId),
      label,
      isName,
      roomId: room.id,
      roomName: room.name,
      colour: room.colour,
      isOnAll: room.isOnAll,
      ...rest,
    });
  }

  function callTicket(userId: number, ticket: StoredTicket, roomId: number, isTest = false): number {
    const room = setup.roomOrThrow(userId, roomId);
    const id = newCall(
      userId,
      room,
      { label: ticket.label, isName: false },
      { ticketId: ticket.id, isPriority: ticket.kind !== 'normal', isTest },
    );
    tickets.markCalled(ticket.id, id, clock.now());
    return id;
  }

  return { announce, once, newCallTime, newCall, callTicket };
}

type CallCreator = ReturnType<typeof createCallCreator>;

const keyTaken = () =>
  new AppError('conflict', 'Esta Idempotency-Key já foi usada com outro pedido. Use uma nova para cada chamada.');

export function createCallService(deps: CallServiceDeps) {
  const creator = createCallCreator(deps);
  return {
    ...createCallOperations(deps, creator),
    ...createRepetitions(deps, creator),
    ...createQueue(deps, creator),
    ...createRetention(deps),
  };
}

/** Stores receipts of screens, and deletes expired data. */
function createRetention({ calls, tickets, deleteSpokenNames, publish, database, clock }: CallServiceDeps) {
  return {
    /** Stores a screen's receipt (contract/README 15.7). Throws not_found for a call that is not for this screen. */
    receive({ userId, playerId }: PlayerActor, callId: number, hadSound: boolean): void {
      database.tx(() => {
        const { createdAt } = calls.shownOnOrThrow({ call: callId, user: userId, player: playerId });
        const sinceMs = Math.max(0, clock.now() - createdAt);
        const delayMs = calls.receive(callId, playerId, sinceMs, hadSound);
        if (delayMs !== undefined)
          publish(`user:${userId}`, { type: 'callShown', callId, playerId, delayMs, hadSound });
      });
    },

    /** Empties names after 12 hours, deletes calls and tickets after 400 days. Returns the number of emptied names. */
    async sweep(): Promise<number> {
      const now = clock.now();
      const expiredBefore = now - limits.calls.nameLifeMs;
      const names = calls.names(expiredBefore).length;
      if (names > 0) database.erase(() => calls.emptyNames(expiredBefore));
      database.tx(() => {
        calls.deleteKeysBefore(now - limits.calls.keyLifeMs);
        calls.deleteBefore(now - retentionMs);
        tickets.deleteBefore(now - retentionMs);
      });
      await deleteSpokenNames(expiredBefore);
      return names;
    },
  };
}

function createCallOperations(
  { calls, tickets, setup, database }: CallServiceDeps,
  { announce, once, newCall, callTicket }: CallCreator,
) {
  return {
    /** Calls a typed ticket or name. Throws invalid_input for a name that the policy forbids, not_found, conflict, quota_exceeded. */
    callTyped(
      userId: number,
      input: { label: string; roomId: number; isPriority: boolean; isTest: boolean },
      key?: string,
    ): StoredCall {
      const masked = maskOrThrow(input.label, setup.settings(userId).namePolicy, input.isTest);
      return database.tx(() => {
        const { isPriority, isTest, roomId } = input;
        // No digest of a name is stored: a digest can be guessed, and keys live longer than names, in backups too.
        const requested = ['call', masked.isName ? null : masked.label, roomId, isPriority, isTest];
        let isNew = false;
        const id = once(userId, key, requested, () => {
          isNew = true;
          const room = setup.roomOrThrow(userId, roomId);
          return newCall(userId, room, masked, { ticketId: null, isPriority, isTest });
        });
        if (isNew) return announce(userId, id);
        const before = calls.callOrThrow(userId, id);
        if (before.isName && before.label !== masked.label) throw keyTaken();
        return before;
      });
    },

    /** Calls a ticket out of turn. Throws not_found, conflict for a ticket that was called or is done, and quota_exceeded. */
    callTicket(userId: number, input: { ticketId: number; roomId: number; isTest: boolean }, key?: string): StoredCall {
      return database.tx(() => {
        let isNew = false;
        const id = once(userId, key, ['ticket', input.ticketId, input.roomId, input.isTest], () => {
          isNew = true;
          const ticket = tickets.ticketOrThrow(userId, input.ticketId);
          if (ticket.status !== 'waiting' && ticket.status !== 'absent')
            throw new AppError('conflict', `A senha ${ticket.label} já foi chamada ou encerrada. Use "Repetir".`);
          return callTicket(userId, ticket, input.roomId, input.isTest);
        });
        return isNew ? announce(userId, id) : calls.callOrThrow(userId, id);
      });
    },
  };
}

function createRepetitions(
  { calls, tickets, setup, publish, database }: CallServiceDeps,
  { announce, once, newCallTime }: CallCreator,
) {
  return {
    /** Repeats a call. Throws not_found, conflict when its name was emptied already, and quota_exceeded. */
    repeat(userId: number, id: number, key?: string): StoredCall {
      return database.tx(() => {
        let isNew = false;
        const call = calls.callOrThrow(userId, id);
        const callId = once(userId, key, ['repeat', call.firstId], () => {
          isNew = true;
          const last = calls.lastRepetition(call);
          if (last.label === '')
            throw new AppError('conflict', 'O nome desta chamada já foi apagado. Digite de novo para chamar.');
          return calls.repeat(userId, last, newCallTime(userId));
        });
        return isNew ? announce(userId, callId) : calls.callOrThrow(userId, callId);
      });
    },

    /**
     * Marks the patient of a call as absent or present; for a ticket its status is changed. Throws not_found, and conflict
     * for a ticket that was returned to the queue, is done or was cancelled.
     */
    setAbsent(userId: number, id: number, isAbsent: boolean): StoredCall {
      return database.tx(() => {
        const last = calls.lastRepetition(calls.callOrThrow(userId, id));
        if (last.ticketId === null) calls.setAbsent(last.id, isAbsent);
        else {
          const ticket = tickets.ticketOrThrow(userId, last.ticketId);
          if (ticket.callId !== last.firstId || (ticket.status !== 'called' && ticket.status !== 'absent'))
            throw new AppError('conflict', `A senha ${ticket.label} já voltou à fila ou foi encerrada.`);
          tickets.setStatus(userId, ticket.id, isAbsent ? 'absent' : 'called');
        }
        publish(`user:${userId}`, { type: 'callsChanged' });
        return calls.callOrThrow(userId, last.id);
      });
    },

    /**
     * Calls a patient for other software, in the room with the given place's name, or on all screens if there is none.
     * Returns undefined when the policy allows nothing to be shown. Throws quota_exceeded.
     */
    callForeign(userId: number, foreign: ForeignCall): StoredCall | undefined {
      const { namePolicy } = setup.settings(userId);
      const maskedName = namePolicy === 'ticket' || !foreign.name ? undefined : maskLabel(foreign.name, namePolicy);
      const masked = maskedName ?? { label: foreign.ticket, isName: false };
      if (!masked.label) return undefined;
      return database.tx(() => {
        const matchingRoom = setup.rooms(userId).find(({ name }) => sameName(name, foreign.place));
        const room = matchingRoom
          ? setup.roomOrThrow(userId, matchingRoom.id)
          : { id: null, name: foreign.place, colour: limits.calls.roomColour, isOnAll: true };
        const id = calls.insert(userId, {
          ...newCallTime(userId),
          ...masked,
          roomId: room.id,
          roomName: room.name,
          colour: room.colour,
          isOnAll: room.isOnAll,
          ticketId: null,
          isPriority: foreign.isPriority,
          isTest: false,
        });
        return announce(userId, id);
      });
    },
  };
}

function createQueue(deps: CallServiceDeps, { announce, once, callTicket }: CallCreator) {
  const { calls, tickets, setup, publish, database, clock } = deps;
  return {
    /** Calls the next ticket of the queue. Throws queue_empty, not_found, conflict, quota_exceeded. */
    next(userId: number, input: { roomId: number; kinds?: TicketKind[] | undefined }, key?: string): StoredCall {
      return database.tx(() => {
        let isNew = false;
        const wanted = [...new Set(input.kinds ?? kinds)].sort();
        const id = once(userId, key, ['next', input.roomId, wanted], () => {
          isNew = true;
          setup.roomOrThrow(userId, input.roomId);
          const day = deps.dayOf(userId, clock.now());
          const { alternation } = setup.settings(userId);
          const first = new Map(
            wanted.flatMap((kind) => {
              const ticket = tickets.firstWaiting(userId, day, kind);
              return ticket ? [[kind, ticket] as const] : [];
            }),
          );
          const kind = nextKind(new Set(first.keys()), {
            alternation,
            lastKinds: tickets.lastKinds(userId, day, alternation),
          });
          const ticket = kind && first.get(kind);
          if (!ticket) throw new AppError('queue_empty');
          return callTicket(userId, ticket, input.roomId);
        });
        return isNew ? announce(userId, id) : calls.callOrThrow(userId, id);
      });
    },

    /** Issues the next ticket. Throws quota_exceeded, and conflict for a key that was used with another request. */
    draw(userId: number, kind: TicketKind, key?: string): Ticket {
      return database.tx(() => {
        const id = once(userId, key, ['draw', kind], () => {
          const createdAt = clock.now();
          const day = deps.dayOf(userId, createdAt);
          if (tickets.countOfDay(userId, day) >= limits.calls.ticketsPerDay)
            throw new AppError(
              'quota_exceeded',
              `As ${limits.calls.ticketsPerDay.toLocaleString('pt-BR')} senhas de hoje já saíram.`,
            );
          const number = tickets.lastNumber(userId, day, kind) + 1;
          const label = ticketLabel(setup.settings(userId).prefixes[kind], number);
          publish(`user:${userId}`, { type: 'callsChanged' });
          return tickets.insert(userId, { day, kind, number, label, createdAt });
        });
        return toTicket(tickets.ticketOrThrow(userId, id));
      });
    },

    /** Throws not_found. */
    setStatus(userId: number, id: number, status: Ticket['status']): Ticket {
      return database.tx(() => {
        tickets.setStatus(userId, id, status);
        publish(`user:${userId}`, { type: 'callsChanged' });
        return toTicket(tickets.ticketOrThrow(userId, id));
      });
    },
  };
}

const sameName = (a: string, b: string): boolean =>
  a.localeCompare(b, 'pt-BR', { sensitivity: 'base' }) === 0 && b !== '';

/** Masks a label; a test call may show "Teste". Throws invalid_input, whose message never contains the typed text. */
function maskOrThrow(typed: string, policy: NamePolicy, isTest: boolean): Masked {
  if (isTest && /^teste$/iu.test(typed.trim())) return { label: 'TESTE', isName: false };
  const masked = maskLabel(typed, policy);
  if (masked) return masked;
  const sentence = policy === 'ticket' ? onlyTickets : noName;
  throw new AppError('invalid_input', sentence, { fields: { label: sentence } });
}
