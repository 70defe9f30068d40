/** Changes that managers make to notices. Each change and its events share one transaction. */
import type { Author } from '../../contract/endpoint.ts';
import type { Publish, Topic } from '../../contract/events.ts';
import type { AdminNotice, NoticeInput, NoticeUpdate } from '../../contract/notices.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { NoticeStore } from './store.ts';

export interface NoticeServiceDeps {
  notices: NoticeStore;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createNoticeService({ notices, audit, publish, database }: NoticeServiceDeps) {
  /** Notifies the managers, and the screens that showed or will show the notice. */
  function notify(...versions: AdminNotice[]): void {
    publish('managers', { type: 'adminChanged', what: 'notices' });
    for (const topic of new Set(versions.map(topicOf))) publish(topic, { type: 'noticesUpdated' });
  }

  return {
    /** Throws `quota_exceeded` at the server's maximum of notices, `invalid_input` if the target is missing or does not exist. */
    create(createdBy: number, notice: NoticeInput, by: Author): AdminNotice {
      return database.tx(() => {
        const created = notices.create(createdBy, notice);
        audit.record(by, 'notice.created', auditTargetOf(created));
        notify(created);
        return created;
      });
    },

    /** Fields omitted in `changes` stay unchanged. Throws `not_found`, and `invalid_input` for the same targets as `create`. */
    update(id: number, changes: NoticeUpdate, by: Author): AdminNotice {
      return database.tx(() => {
        const before = notices.findOrThrow(id);
        const after = notices.update(id, changes);
        audit.record(by, 'notice.changed', auditTargetOf(after));
        notify(before, after);
        return after;
      });
    },

    /** Throws `not_found`. */
    toggle(id: number, isActive: boolean, by: Author): AdminNotice {
      return database.tx(() => {
        const toggled = notices.toggle(id, isActive);
        audit.record(by, isActive ? 'notice.switched_on' : 'notice.switched_off', auditTargetOf(toggled));
        notify(toggled);
        return toggled;
      });
    },

    /** Throws `not_found`. */
    remove(id: number, by: Author): void {
      database.tx(() => {
        const removed = notices.findOrThrow(id);
        audit.record(by, 'notice.deleted', auditTargetOf(removed));
        notices.remove(id);
        notify(removed);
      });
    },
  };
}

/** An audit entry about a notice for one account is in that account's log too. */
const auditTargetOf = ({ id, title, targetUserId }: AdminNotice) =>
  ({ kind: 'notice', id, name: title, accountId: targetUserId }) as const;

/** Returns the topic of the screens that a notice is for (contract/README 8.2). */
function topicOf(notice: AdminNotice): Topic {
  if (notice.targetUserId !== null) return `screens:${notice.targetUserId}`;
  if (notice.targetPlayerId !== null) return `player:${notice.targetPlayerId}`;
  return 'screens';
}
