/** Changes an account's rooms, call settings and Novo SGA source. Each change and the events it publishes are one transaction. */
import type { CallRoom, CallSettings, CallSourcePermission, NamePolicy } from '../../contract/calls.ts';
import type { Author } from '../../contract/endpoint.ts';
import { AppError, invalidField } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { fold } from '../../contract/text/folding.ts';
import { limits } from '../../contract/limits.ts';
import { yieldToEventLoop } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { IdempotencyStore } from '../../platform/storage/idempotency-store.ts';
import type { Audit } from '../audit/audit.ts';
import type { CallStore } from './call-store.ts';
import type { LastCalls } from './last-calls.ts';
import { maskLabel, prefixProblem } from './call-policies.ts';
import { roomPairs, roomTarget, settingsPairs, settingsTarget, sgaConnectionPairs } from './audit-entries.ts';
import { hostAndPort } from './novo-sga-address.ts';
import type { ServiceStore } from './services/service-store.ts';
import type { CallSetupStore, RoomFields, StoredCallSettings, StoredSource } from './setup-store.ts';

export interface CallSetupDeps {
  calls: CallStore;
  setup: CallSetupStore;
  services: Pick<ServiceStore, 'list'>;
  lastCalls: LastCalls;
  canSpeak: boolean;
  /** Deletes the sound files of names made before `before` (milliseconds since 1970). */
  deleteSpokenNames(before: number): Promise<void>;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  idempotencyKeys: Pick<IdempotencyStore, 'removeOf'>;
  /** Must be called after a change of the Novo SGA source. */
  sourceChanged(): void;
  publish: Publish;
  database: Database;
}

const namesPerBatch = 100;
/** The strictest policy first. */
const policies: readonly NamePolicy[] = ['ticket', 'initials', 'firstNameAndInitial', 'full'];

type RoomScreens = Pick<RoomFields, 'playerIds' | 'groupIds'>;
type RoomInput = Omit<RoomFields, keyof RoomScreens> & {
  [Key in keyof RoomScreens]?: RoomScreens[Key] | undefined;
};

/**
 * Returns the screens of a room after a change; omitted fields stay unchanged. If `playerIds` is null, all screens show its
 * calls, and no groups are stored. If only groups are given for such a room, the screens of these groups alone show its calls.
 */
function screensOfRoom(changed: Partial<RoomInput>, before: RoomScreens): RoomScreens {
  const { groupIds = before.groupIds } = changed;
  const { playerIds = changed.groupIds?.length ? (before.playerIds ?? []) : before.playerIds } = changed;
  return { playerIds, groupIds: playerIds === null ? [] : groupIds };
}

const emptySource = (userId: number, allowedAddress: string | null): StoredSource => ({
  userId,
  isActive: false,
  url: '',
  unitId: 1,
  serviceIds: [],
  clientId: '',
  clientSecret: '',
  username: '',
  password: '',
  allowedAddress,
});

export function createCallSetup(deps: CallSetupDeps) {
  const { calls, setup, lastCalls, canSpeak, audit, publish, database } = deps;

  /** Notifies studios and screens, so that they read rooms and settings again. */
  function notify(userId: number): void {
    database.afterCommit(() => lastCalls.forget(userId));
    publish(`user:${userId}`, { type: 'callsChanged' });
    publish(`screens:${userId}`, { type: 'callsChanged' });
  }

  const isStricter = (policy: NamePolicy, before: StoredCallSettings) =>
    policies.indexOf(policy) < policies.indexOf(before.namePolicy);

  /**
   * Masks the names of stored calls again, so that none shows more than the policy allows. Works in batches, between which the
   * event loop runs. Does not mask calls that are created meanwhile. Returns the ids of the masked calls.
   */
  async function maskAgain(userId: number, policy: NamePolicy): Promise<ReadonlySet<number>> {
    const names = calls.namesOf(userId);
    for (let from = 0; from < names.length; from += namesPerBatch) {
      database.erase(() => mask(userId, names.slice(from, from + namesPerBatch), policy));
      await yieldToEventLoop();
    }
    return new Set(names.map(({ id }) => id));
  }

  function mask(userId: number, names: readonly { id: number; label: string }[], policy: NamePolicy): void {
    for (const { id, label } of names) calls.replaceName(userId, id, maskLabel(label, policy)?.label);
  }

  const recordSettings = (userId: number, before: StoredCallSettings, after: StoredCallSettings, by: Author) =>
    audit.recordChanges(
      by,
      'call.settings_changed',
      settingsTarget(userId, 'ajustes das chamadas'),
      settingsPairs(before, after),
    );

  return {
    /** Notifies studios and screens if a group may be chosen for a room. Call it in the transaction that changes the group. */
    groupChanged(userId: number): void {
      if (setup.rooms(userId).some(({ playerIds }) => playerIds !== null)) notify(userId);
    },

    settings: (userId: number): CallSettings => ({ ...setup.settings(userId), canSpeak }),

    /** Omitted fields stay unchanged. Throws invalid_input for prefixes that are equal or make labels ambiguous. */
    changeSettings(userId: number, changes: Partial<Omit<StoredCallSettings, 'namePolicy'>>, by: Author): CallSettings {
      const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return database.tx(() => {
        const before = setup.settings(userId);
        const after: StoredCallSettings = { ...before, ...changed };
        if (new Set(Object.values(after.prefixes)).size < 3)
          throw invalidField('prefixes', 'Cada tipo de senha precisa de um prefixo diferente.');
        const problem = prefixProblem(after.prefixes, deps.services.list(userId));
        if (problem) throw invalidField('prefixes', problem);
        setup.saveSettings(userId, after);
        recordSettings(userId, before, after, by);
        notify(userId);
        return { ...after, canSpeak };
      });
    },

    /** A stricter policy also masks stored names. Throws invalid_input for a new policy `full` without `confirmed`. */
    async changeNamePolicy(
      userId: number,
      { namePolicy, confirmed }: { namePolicy: NamePolicy; confirmed?: boolean | undefined },
      by: Author,
    ): Promise<CallSettings> {
      // Mask before the policy is stored: after a crash in between, choosing the policy again finishes the masking.
      const masked = isStricter(namePolicy, setup.settings(userId)) ? await maskAgain(userId, namePolicy) : undefined;
      return database.erase(() => {
        const before = setup.settings(userId);
        const after: StoredCallSettings = { ...before, namePolicy };
        const isNewlyFull = namePolicy === 'full' && before.namePolicy !== 'full';
        if (isNewlyFull && confirmed !== true)
          throw invalidField('confirmed', 'Confirme que os pacientes concordam em ver o nome completo na TV.');
        setup.saveSettings(userId, after);
        if (isNewlyFull) {
          const target = { kind: 'account', id: userId, name: by.name, accountId: userId } as const;
          audit.record(by, 'account.full_names_allowed', target);
        } else recordSettings(userId, before, after, by);
        if (masked || isStricter(namePolicy, before)) {
          const remaining = calls.namesOf(userId).filter(({ id }) => !masked?.has(id));
          mask(userId, remaining, namePolicy);
          deps.idempotencyKeys.removeOf(userId);
          // Delete the sounds of all accounts: files do not record their account, and are created again on request.
          database.afterCommit(() => void deps.deleteSpokenNames(Infinity).catch(() => {}));
        }
        notify(userId);
        return { ...after, canSpeak };
      });
    },

    ...createRoomSetup(deps, notify),
    ...createSourceSetup(deps),
  };
}

function createRoomSetup({ setup, services, audit, database }: CallSetupDeps, notify: (userId: number) => void) {
  function assertNameFree(rooms: readonly CallRoom[], name: string): void {
    if (rooms.some((room) => fold(room.name) === fold(name)))
      throw new AppError('conflict', 'Já existe um local com este nome.', {
        fields: { name: 'Já existe um local com este nome.' },
      });
  }

  const roomOf = (userId: number, id: number): CallRoom =>
    setup.rooms(userId).find((room) => room.id === id) as CallRoom;

  return {
    /** Throws conflict (name in use), not_found (foreign screen or group), quota_exceeded. */
    createRoom(userId: number, { playerIds, groupIds, ...otherFields }: RoomInput, by: Author): CallRoom {
      const fields = { ...otherFields, ...screensOfRoom({ playerIds, groupIds }, { playerIds: null, groupIds: [] }) };
      return database.tx(() => {
        const rooms = setup.rooms(userId);
        if (rooms.length >= limits.calls.rooms)
          throw new AppError('quota_exceeded', `No máximo ${limits.calls.rooms} locais.`);
        assertNameFree(rooms, fields.name);
        const id = setup.createRoom(userId, fields);
        audit.record(by, 'call.room_created', roomTarget(userId, { id, name: fields.name }));
        notify(userId);
        return roomOf(userId, id);
      });
    },

    /** Omitted fields stay unchanged. Throws not_found, conflict. */
    changeRoom(userId: number, id: number, patch: Partial<RoomInput>, by: Author): CallRoom {
      return database.tx(() => {
        setup.roomOrThrow(userId, id);
        const rooms = setup.rooms(userId);
        const before = roomOf(userId, id);
        if (patch.name !== undefined)
          assertNameFree(
            rooms.filter((room) => room.id !== id),
            patch.name,
          );
        const { name = before.name, colour = before.colour } = patch;
        setup.changeRoom(userId, id, { name, colour, ...screensOfRoom(patch, before) });
        const after = roomOf(userId, id);
        audit.recordChanges(by, 'call.room_changed', roomTarget(userId, after), roomPairs(before, after));
        notify(userId);
        return after;
      });
    },

    /** Throws not_found, and conflict for the only room of a service: every room calls the tickets of a service without rooms. */
    removeRoom(userId: number, id: number, by: Author): void {
      database.tx(() => {
        const { name } = setup.roomOrThrow(userId, id);
        const service = services.list(userId).find(({ roomIds }) => roomIds.length === 1 && roomIds[0] === id);
        if (service)
          throw new AppError('conflict', `O serviço ${service.name} só é atendido neste local. Mude o serviço antes.`);
        setup.removeRoom(userId, id);
        audit.record(by, 'call.room_deleted', roomTarget(userId, { id, name }));
        notify(userId);
      });
    },
  };
}

/** Changes the connection to Novo SGA's panel. */
function createSourceSetup({ setup, audit, publish, database, sourceChanged }: CallSetupDeps) {
  const sourceOf = (userId: number): StoredSource =>
    setup.source(userId) ?? emptySource(userId, setup.allowedAddress(userId));

  function notify(userId: number): void {
    database.afterCommit(() => sourceChanged());
    publish(`user:${userId}`, { type: 'callsChanged' });
    publish('managers', { type: 'adminChanged', what: 'users' });
  }

  return {
    source: sourceOf,

    /** Returns the address that a clinic has entered, and the allowed address in the server's own network. Throws not_found. */
    permission(userId: number): CallSourcePermission & { url: string } {
      setup.accountNameOrThrow(userId);
      const { url, allowedAddress } = sourceOf(userId);
      return { url, allowedAddress };
    },

    /** Allows one host and port in the server's own network, or none. Throws not_found, invalid_input. */
    permit(userId: number, { allowedAddress }: CallSourcePermission, by: Author): void {
      const address = allowedAddress && hostAndPort(`http://${allowedAddress}`);
      if (allowedAddress !== null && address === null)
        throw invalidField('allowedAddress', 'Escreva endereço e porta, como 192.168.0.10:80.');
      database.tx(() => {
        const name = setup.accountNameOrThrow(userId);
        const before = setup.allowedAddress(userId);
        if (before === address) return;
        setup.allowAddress(userId, address);
        audit.record(
          by,
          address === null ? 'call.source_forbidden' : 'call.source_allowed',
          settingsTarget(userId, name),
          { other: address ?? before ?? '' },
        );
        notify(userId);
      });
    },

    /** Omitted fields stay unchanged. Throws invalid_input for an active source without an address, and for another server without the secrets. */
    changeSource(
      userId: number,
      changes: Partial<Omit<StoredSource, 'userId' | 'allowedAddress'>>,
      by: Author,
    ): StoredSource {
      const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return database.tx(() => {
        const before = sourceOf(userId);
        const after: StoredSource = { ...before, ...changed };
        if (after.isActive && after.url === '') throw invalidField('url', 'Informe o endereço do Novo SGA.');
        assertSecretsGiven(before, changes);
        setup.saveSource(after);
        const target = settingsTarget(userId, 'Novo SGA');
        audit.recordChanges(by, 'call.source_changed', target, sgaConnectionPairs(before, after));
        notify(userId);
        return after;
      });
    },
  };
}

/** Throws invalid_input if stored secrets, which nobody can read, would be sent to another server. */
function assertSecretsGiven(before: StoredSource, changes: Partial<StoredSource>): void {
  const { url = before.url } = changes;
  if (before.url === '' || new URL(url).origin === new URL(before.url).origin) return;
  for (const field of ['clientSecret', 'password'] as const)
    if (before[field] !== '' && changes[field] === undefined)
      throw invalidField(field, 'O endereço é de outro servidor: digite de novo o client secret e a senha.');
}
