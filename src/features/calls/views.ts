/** Converts stored calls to the calls that the API returns to the studio and to screens. */
import type { Call, DayOfCalls, PlayerCall } from '../../contract/calls.ts';
import { limits } from '../../contract/limits.ts';
import { compareQueued } from '../../contract/changes/order.ts';
import type { CallsPatch } from '../../contract/changes/patches.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CallAges } from './call-ages.ts';
import type { CallStore, LastCall, StoredCall, StoredReceipt } from './call-store.ts';
import { dayBefore, maskLabel } from './call-policies.ts';
import { type CallScreen, isTarget, quietTimeField } from './screens.ts';
import type { ScreenQueues } from './screen-queues.ts';
import type { CallSetupStore } from './setup-store.ts';
import { type StoredTicket, type TicketStore, toTicket } from './ticket-store.ts';

/** Number of calls in the screen's list of last calls. */
const recentCalls = 4;

/** Rows that have changed. */
export interface ChangedRows {
  calls?: readonly StoredCall[];
  /** Ids of calls that one of `calls` repeats. */
  replaced?: readonly number[];
  ticketId?: number | null;
}

export interface CallViewsDeps {
  calls: CallStore;
  tickets: TicketStore;
  setup: CallSetupStore;
  ages: CallAges;
  queues: Pick<ScreenQueues, 'of'>;
  screensOf(userId: number): CallScreen[];
  isOnline(playerId: number): boolean;
  /** Returns signed addresses of the call's sounds; empty when the call is not spoken. */
  soundsOf(userId: number, call: StoredCall): string[];
  lastCall(player: { userId: number; playerId: number }): LastCall;
  dayOf(userId: number, at: number): string;
  timeZoneOf(userId: number): string;
  clock: Clock;
}

/** Creates the conversion of stored calls to the API's calls, with targets and receipts. */
function createConversion(
  deps: Pick<CallViewsDeps, 'calls' | 'queues' | 'screensOf' | 'setup' | 'isOnline' | 'timeZoneOf'>,
) {
  const { calls } = deps;

  /** Returns the receipts by call id. */
  function receiptsOf(stored: readonly StoredCall[]): Map<number, StoredReceipt[]> {
    const found = new Map<number, StoredReceipt[]>();
    for (const receipt of calls.receipts(stored.map(({ id }) => id))) {
      const others = found.get(receipt.callId);
      if (others) others.push(receipt);
      else found.set(receipt.callId, [receipt]);
    }
    return found;
  }

  /** Converts stored calls to the API's calls. */
  function toCalls(userId: number, stored: readonly StoredCall[]): Call[] {
    const screens = deps.screensOf(userId);
    const receipts = receiptsOf(stored);
    const quiet = { screens, zone: deps.timeZoneOf(userId) };
    return stored.map((call) => ({
      id: call.id,
      label: call.label,
      roomId: call.roomId,
      roomName: call.roomName,
      colour: call.colour,
      ticketId: call.ticketId,
      isPriority: call.isPriority,
      times: call.times,
      isTest: call.isTest,
      isAbsent: call.isAbsent,
      ticketStatus: call.ticketStatus,
      createdAt: new Date(call.createdAt).toISOString(),
      targets: targetsOf(call, screens, deps.isOnline),
      queued: deps.queues
        .of(userId, call.id)
        .filter((one) => !receipts.get(call.id)?.some(({ playerId }) => playerId === one.playerId))
        .sort(compareQueued),
      receipts: (receipts.get(call.id) ?? []).map(({ playerId, playerName, delayMs, hadSound }) => ({
        playerId,
        playerName,
        delayMs,
        hadSound,
        ...quietTimeField({ playerId, hadSound }, call.createdAt + delayMs, quiet),
      })),
    }));
  }

  /** Returns the calls with initials instead of full names, for people who may not call; the same list if it has no such names. */
  function withoutFullNames(userId: number, stored: readonly StoredCall[]): readonly StoredCall[] {
    if (deps.setup.settings(userId).namePolicy !== 'full' || !stored.some(({ isName }) => isName)) return stored;
    return stored.map((call) =>
      call.isName ? { ...call, label: maskLabel(call.label, 'initials')?.label ?? '' } : call,
    );
  }

  return { toCalls, withoutFullNames };
}

function toPlayerCall(call: StoredCall, sounds: string[], ageMs: number): PlayerCall {
  const { id, key, label, isName, roomName, colour, isPriority, times, firstId, isTest } = call;
  return {
    id,
    key,
    label,
    isName,
    roomName,
    colour,
    isPriority,
    times,
    isTest,
    sounds,
    ageMs,
    ...(times > 1 && { firstId }),
  };
}

/** Counts the waiting tickets of earlier days if the clinic carries them over, otherwise the uncalled tickets of the day before. */
function leftOver(
  { tickets, setup, dayOf }: CallViewsDeps,
  userId: number,
  day: string,
  queue: readonly StoredTicket[],
): DayOfCalls['leftOver'] {
  const isCarried = setup.settings(userId).carriesOver;
  const isOlder = ({ status, createdAt }: StoredTicket) => status === 'waiting' && dayOf(userId, createdAt) < day;
  const uncalled = Object.values(tickets.waitingOfDay(userId, dayBefore(day))).reduce((sum, count) => sum + count, 0);
  return { count: isCarried ? queue.filter(isOlder).length : uncalled, isCarried };
}

export function createCallViews(deps: CallViewsDeps) {
  const { calls, tickets, setup, clock } = deps;
  const { toCalls, withoutFullNames } = createConversion(deps);

  return {
    call: (userId: number, call: StoredCall): Call => toCalls(userId, [call])[0] as Call,

    withoutFullNames,

    /** Returns the last calls of a day with their receipts, and the queue. `before`: only calls before the one with this id. */
    day(userId: number, query: { day?: string; before?: number; seesNames: boolean }) {
      const { day = deps.dayOf(userId, clock.now()), before, seesNames } = query;
      const { pageSize } = limits.calls;
      const found = calls.page(userId, day, { before: before ?? null, limit: pageSize + 1 });
      const page = found.slice(0, pageSize);
      const oldest = page.at(-1)?.id;
      const next = found.length > pageSize && oldest !== undefined ? oldest : null;
      // The desk can repeat its room's last call even if that call is not on this page.
      const shown = before === undefined && next !== null ? [...page, ...calls.lastOfRooms(userId, day, next)] : page;
      const queue = tickets.queue(userId, day);
      const waiting = tickets.waitingOfDay(userId, day);
      const lastKinds = calls.lastKinds(userId, day, limits.calls.alternation);
      return {
        ...{ day, calls: toCalls(userId, seesNames ? shown : withoutFullNames(userId, shown)), next },
        ...{ tickets: queue.map(toTicket), waiting, lastKinds, leftOver: leftOver(deps, userId, day, queue) },
      };
    },

    /** Returns the changed rows of a day, for studios that have loaded this day. */
    patch(userId: number, changed: ChangedRows): CallsPatch {
      const ticket = changed.ticketId == null ? undefined : tickets.ticketOrThrow(userId, changed.ticketId);
      const day = changed.calls?.[0]?.day ?? ticket?.day ?? deps.dayOf(userId, clock.now());
      return {
        of: 'GET /api/calls',
        day,
        ...(changed.calls && { calls: toCalls(userId, changed.calls) }),
        ...(changed.replaced && { replaced: changed.replaced }),
        ...(ticket?.day === day && {
          tickets: [toTicket(ticket)],
          waiting: tickets.waitingOfDay(userId, day),
          lastKinds: calls.lastKinds(userId, day, limits.calls.alternation),
        }),
      };
    },

    /**
     * Returns a screen's calls with ids above `after`, its last calls and the settings. Ignores `after` if `afterKey` is not the
     * key of the call with this id: after a restore from a backup the id belongs to another call, or to none.
     */
    forPlayer(player: { userId: number; playerId: number }, query: { after: number; afterKey?: string | undefined }) {
      const { chime, repetitions, seconds, layout } = setup.settings(player.userId);
      const requested = { user: player.userId, player: player.playerId };
      const { receiptMs, announcedAtOnce, freshMs, stripLifeMs } = limits.calls;
      // Find the call even if it is no longer for this screen: the screens of its room may have changed.
      const storedKey = calls.findKey(player.userId, query.after);
      const after = query.afterKey === undefined || query.afterKey === storedKey ? query.after : 0;
      const since = (withinMs: number) => deps.ages.since(player.userId, withinMs);
      const ageOf = (call: StoredCall): number => {
        const ageMs = deps.ages.of(player.userId, call);
        if (ageMs >= freshMs || deps.ages.isExact(player.userId, call)) return ageMs;
        // After a change of the clock and a restart an old call may look new: a call that this screen has shown counts as old.
        const wasShown = calls.receipts([call.id]).some(({ playerId }) => playerId === player.playerId);
        return wasShown ? freshMs + 1 : ageMs;
      };
      return {
        calls: calls.newerThan({ ...requested, after, since: since(receiptMs), limit: announcedAtOnce }).map((call) => {
          const ageMs = ageOf(call);
          return toPlayerCall(call, ageMs < freshMs ? deps.soundsOf(player.userId, call) : [], ageMs);
        }),
        ...deps.lastCall(player),
        recent: calls
          .recent({ ...requested, since: since(stripLifeMs), limit: recentCalls })
          .map((call) => toPlayerCall(call, [], ageOf(call))),
        settings: { chime, repetitions, seconds, layout },
      };
    },
  };
}

function targetsOf(
  call: StoredCall,
  screens: readonly CallScreen[],
  isOnline: (playerId: number) => boolean,
): Call['targets'] {
  const targets = screens.filter((screen) => isTarget(screen, call));
  const offline = targets.filter(({ id }) => !isOnline(id)).map(({ name }) => name);
  return { online: targets.length - offline.length, offline };
}
