/** What administrators do to notices: the change, and who hears of it, in one transaction. */
import type { Publish, Topic } from '../../contract/events.ts';
import type { AdminNotice, NoticeInput, NoticeUpdate } from '../../contract/notices.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { NoticeStore } from './store.ts';

export interface NoticeServiceDeps {
  notices: NoticeStore;
  publish: Publish;
  database: Database;
}

export function createNoticeService({ notices, publish, database }: NoticeServiceDeps) {
  /** The administrators, and the screens that showed or will show the notice. */
  function notify(...versions: AdminNotice[]): void {
    publish('managers', { type: 'adminChanged', what: 'notices' });
    for (const topic of new Set(versions.map(screensOf))) publish(topic, { type: 'noticesUpdated' });
  }

  return {
    /** Throws `invalid_input` for a target that is missing or does not exist. */
    create(createdBy: number, notice: NoticeInput): AdminNotice {
      return database.tx(() => {
        const created = notices.create(createdBy, notice);
        notify(created);
        return created;
      });
    },

    /** What `changes` leaves out stays. Throws `not_found`, or `invalid_input` as `create` does. */
    update(id: number, changes: NoticeUpdate): AdminNotice {
      return database.tx(() => {
        const before = notices.findOrThrow(id);
        const after = notices.update(id, changes);
        notify(before, after);
        return after;
      });
    },

    /** Throws `not_found`. */
    toggle(id: number, isActive: boolean): AdminNotice {
      return database.tx(() => {
        const toggled = notices.toggle(id, isActive);
        notify(toggled);
        return toggled;
      });
    },

    /** Throws `not_found`. */
    remove(id: number): void {
      database.tx(() => {
        const removed = notices.findOrThrow(id);
        notices.remove(id);
        notify(removed);
      });
    },
  };
}

/** The screens that a notice aims at (contract/README 8.2). */
function screensOf(notice: AdminNotice): Topic {
  if (notice.targetUserId !== null) return `screens:${notice.targetUserId}`;
  if (notice.targetPlayerId !== null) return `player:${notice.targetPlayerId}`;
  return 'screens';
}
