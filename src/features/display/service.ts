/** Changes to an account's display settings. Each change and its events share one transaction. */
import type { Author, BodyStream } from '../../contract/endpoint.ts';
import type { DisplayChoices, DisplaySettings } from '../../contract/display.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { FileStore } from '../media/library/file-store.ts';
import type { Logos } from '../media/upload/direct-uploads.ts';
import type { DisplayStore } from './store.ts';

export interface DisplayServiceDeps {
  display: DisplayStore;
  logos: Pick<Logos, 'save'>;
  audit: Pick<Audit, 'record'>;
  media: { files: Pick<FileStore, 'dropUnused'> };
  publish: Publish;
  database: Database;
}

export function createDisplayService({ display, logos, audit, media, publish, database }: DisplayServiceDeps) {
  const pictureText = (shrinks: boolean) => (shrinks ? 'menor, acima dos avisos' : 'inteira, por baixo dos avisos');

  function recordAudit(by: Author, userId: number, action: 'display.logo_changed' | 'display.logo_removed'): void {
    audit.record(by, action, { kind: 'display', id: userId, name: 'logotipo', accountId: userId });
  }

  function notify(userId: number): void {
    publish(`screens:${userId}`, { type: 'displaySettingsUpdated' });
    publish(`user:${userId}`, { type: 'displaySettingsUpdated' });
  }

  return {
    /** Fields omitted in `changes` stay unchanged. */
    changeSettings(userId: number, changes: Partial<DisplayChoices>, by: Author): DisplaySettings {
      return database.tx(() => {
        const before = display.of(userId);
        const saved = display.save(userId, changes);
        if (before.shrinksPicture !== saved.shrinksPicture)
          audit.record(
            by,
            'display.changed',
            { kind: 'display', id: userId, name: 'aparência', accountId: userId },
            { changes: { Imagem: [pictureText(before.shrinksPicture), pictureText(saved.shrinksPicture)] } },
          );
        notify(userId);
        return saved;
      });
    },

    /** Saves or replaces the logo. Throws the errors of `Logos.save`. */
    replaceLogo: (userId: number, body: BodyStream, by: Author): Promise<DisplaySettings> =>
      logos.save(userId, body, ({ file, width, height, plate }) => {
        const saved = display.saveLogo(userId, { sha256: file.sha256, width, height, ground: plate });
        recordAudit(by, userId, 'display.logo_changed');
        notify(userId);
        return saved;
      }),

    removeLogo(userId: number, by: Author): void {
      database.tx(() => {
        if (!display.removeLogo(userId)) return;
        media.files.dropUnused();
        recordAudit(by, userId, 'display.logo_removed');
        notify(userId);
      });
    },
  };
}
