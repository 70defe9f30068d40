/** Changes that owners make to their ticker messages. Each change and its events share one transaction. */
import type { Author } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { BreakingNews } from '../../contract/messages.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { MessageFields, MessageStore } from './store.ts';

export interface MessageServiceDeps {
  messages: MessageStore;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  publish: Publish;
  database: Database;
}

export function createMessageService({ messages, audit, publish, database }: MessageServiceDeps) {
  /** Publishes to the owner's studios and to the subscribers of the playlists. */
  function notify(userId: number, ...shownIn: BreakingNews['playlists'][]): void {
    publish(`user:${userId}`, { type: 'contentChanged', what: 'messages' });
    for (const playlistId of new Set(shownIn.flat().map((playlist) => playlist.id)))
      publish(`playlist:${playlistId}`, { type: 'BREAKING_NEWS_UPDATE', playlistId });
  }

  return {
    /** Throws `quota_exceeded` if the user already has 12 messages, active or not (contract/README 6.1). */
    create(userId: number, fields: MessageFields, by: Author): BreakingNews {
      return database.tx(() => {
        if (messages.count(userId) >= limits.message.perUser)
          throw new AppError('quota_exceeded', `Você atingiu o limite de ${limits.message.perUser} mensagens.`);
        const created = messages.create(userId, fields);
        audit.record(by, 'message.created', targetOf(userId, created));
        notify(userId);
        return created;
      });
    },

    /** Fields omitted in `patch` stay unchanged. Throws `not_found`. */
    update(userId: number, id: number, patch: Partial<MessageFields>, by: Author): BreakingNews {
      return database.tx(() => {
        const before = messages.findOrThrow(userId, id);
        const changed = messages.update(userId, id, patch);
        audit.recordChanges(by, 'message.changed', targetOf(userId, changed), {
          Texto: [textOf(before), textOf(changed)],
          Ativa: [before.isActive, changed.isActive],
        });
        notify(userId, changed.playlists);
        return changed;
      });
    },

    /** Throws `not_found`. */
    remove(userId: number, id: number, by: Author): void {
      database.tx(() => {
        const message = messages.findOrThrow(userId, id);
        messages.remove(userId, id);
        audit.record(by, 'message.deleted', targetOf(userId, message));
        notify(userId, message.playlists);
      });
    },

    /** Replaces the playlists that show the message. Throws `not_found` unless message and playlists belong to the user. */
    showIn(userId: number, id: number, playlistIds: readonly number[], by: Author): BreakingNews {
      return database.tx(() => {
        const before = messages.findOrThrow(userId, id);
        messages.setPlaylists(userId, id, [...new Set(playlistIds)]);
        const after = messages.findOrThrow(userId, id);
        audit.recordChanges(by, 'message.playlists_changed', targetOf(userId, after), {
          Playlists: [namesOf(before), namesOf(after)],
        });
        notify(userId, before.playlists, after.playlists);
        return after;
      });
    },
  };
}

const textOf = ({ title, message }: BreakingNews) => [title, message].filter(Boolean).join(': ');
const namesOf = ({ playlists }: BreakingNews) => playlists.map(({ name }) => name).join(', ');
const targetOf = (userId: number, message: BreakingNews) =>
  ({ kind: 'message', id: message.id, name: textOf(message), accountId: userId }) as const;
