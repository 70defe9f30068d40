/** Changes that owners make to groups of screens. Each change and its events share one transaction. */
import type { Author } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { fold } from '../../contract/text/folding.ts';
import type { ScreenGroup, ScreenGroupInput, ScreenGroupPatch, SendToGroupReply } from '../../contract/groups.ts';
import { limits } from '../../contract/limits.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { CallParts } from '../calls/calls.ts';
import type { ScreenService } from '../players/service.ts';
import type { PlayerStore } from '../players/store.ts';
import type { ScreenProgrammes } from '../programme/screen-programmes.ts';
import type { GroupStore } from './store.ts';

export interface GroupServiceDeps {
  groups: GroupStore;
  players: Pick<PlayerStore, 'findOrThrow'>;
  screens: Pick<ScreenService, 'assign'>;
  screenProgrammes: Pick<ScreenProgrammes, 'invalidate'>;
  calls: { setup: Pick<CallParts['setup'], 'groupChanged'> };
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createGroupService(deps: GroupServiceDeps) {
  const { groups, players, screenProgrammes, audit, publish, database } = deps;

  function assertNameFree(userId: number, name: string, id?: number): void {
    const sentence = 'Já existe um grupo com este nome.';
    if (groups.list(userId).some((group) => group.id !== id && fold(group.name) === fold(name)))
      throw new AppError('conflict', sentence, { fields: { name: sentence } });
  }

  const record = (
    by: Author,
    action: 'created' | 'renamed' | 'screens_changed' | 'deleted',
    userId: number,
    { id, name }: ScreenGroup,
    details = {},
  ): void => audit.record(by, `group.${action}`, { kind: 'group', id, name, accountId: userId }, details);

  /**
   * Notifies the owner's studios. If screens joined or left the group (`changedIds`), also notifies these screens when rules
   * refer to the group, and the account's screens when a call room is limited to some screens.
   */
  function notify(userId: number, group: ScreenGroup, changedIds: readonly number[]): void {
    publish(`user:${userId}`, { type: 'contentChanged', what: 'groups' });
    if (changedIds.length === 0) return;
    deps.calls.setup.groupChanged(userId);
    if (group.ruleCount > 0) screenProgrammes.invalidate(userId, changedIds);
  }

  return {
    /** Throws `conflict` for a name in use, `quota_exceeded` for one group too many, `not_found` for another account's screen. */
    create(userId: number, { name, playerIds }: ScreenGroupInput, by: Author): ScreenGroup {
      return database.tx(() => {
        if (groups.list(userId).length >= limits.screenGroup.perAccount)
          throw new AppError('quota_exceeded', `No máximo ${limits.screenGroup.perAccount} grupos. Exclua um deles.`);
        assertNameFree(userId, name);
        const id = groups.insert(userId, name);
        groups.setScreens(userId, id, playerIds);
        const created = groups.findOrThrow(userId, id);
        record(by, 'created', userId, created);
        notify(userId, created, []);
        return created;
      });
    },

    /** Fields omitted in the patch stay unchanged. Throws `conflict` for a name in use, `not_found` for a group or screen. */
    update(userId: number, id: number, { name, playerIds }: ScreenGroupPatch, by: Author): ScreenGroup {
      return database.tx(() => {
        const before = groups.findOrThrow(userId, id);
        if (name !== undefined) {
          assertNameFree(userId, name, id);
          groups.rename(userId, id, name);
        }
        if (playerIds) groups.setScreens(userId, id, playerIds);
        const after = groups.findOrThrow(userId, id);
        const changedIds = difference(before.playerIds, after.playerIds);
        if (after.name !== before.name) record(by, 'renamed', userId, after, { other: before.name });
        if (changedIds.length > 0) record(by, 'screens_changed', userId, after, { count: after.playerIds.length });
        notify(userId, after, changedIds);
        return after;
      });
    },

    /** Deletes a group but not its screens. A rule for this group alone remains, without a target. Throws `not_found`. */
    remove(userId: number, id: number, by: Author): void {
      database.tx(() => {
        const before = groups.findOrThrow(userId, id);
        record(by, 'deleted', userId, before);
        groups.remove(userId, id);
        notify(userId, before, before.playerIds);
      });
    },

    /** Assigns a playlist to every active screen of the group (contract/README 9.6). Throws `not_found`. */
    send(userId: number, id: number, playlistId: number, by: Author): SendToGroupReply {
      return database.tx(() => {
        const { playerIds } = groups.findOrThrow(userId, id);
        const screens = playerIds.map((playerId) => players.findOrThrow(playerId, userId));
        const activeScreens = screens.filter(({ status }) => status === 'active');
        for (const screen of activeScreens) deps.screens.assign(screen, { playlistId, onlyIfStopped: false }, by);
        const toNames = (list: typeof screens) => list.map(({ id: screenId, name }) => ({ id: screenId, name }));
        return { sent: toNames(activeScreens), skipped: toNames(screens.filter(({ status }) => status !== 'active')) };
      });
    },
  };
}

/** Returns the items that only one of the two lists contains. */
const difference = (a: readonly number[], b: readonly number[]): number[] => [
  ...a.filter((each) => !b.includes(each)),
  ...b.filter((each) => !a.includes(each)),
];
