/** Stores the display settings of each account (table `display_settings`). */
import { AppError } from '../../contract/errors.ts';
import type { DisplayChoices, DisplayLogo, DisplaySettings } from '../../contract/display.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { MediaUrls } from '../media/library/urls.ts';

interface Row {
  shrinksPicture: number;
  sha256: string | null;
  extension: string;
  contentType: string;
  sizeBytes: number;
  width: number;
  height: number;
  ground: DisplayLogo['ground'];
}

/** A logo's stored file, its size, and the background (light or dark) on which it can be read. */
export type NewLogo = Pick<DisplayLogo, 'sha256' | 'width' | 'height' | 'ground'>;

export type DisplayStore = ReturnType<typeof createDisplayStore>;

/** Functions that change data must be called inside a transaction. */
export function createDisplayStore(database: Database, urls: Pick<MediaUrls, 'sign'>) {
  const select = database.prepare<[number], Row>(`
    SELECT d.shrinks_picture AS shrinksPicture, m.sha256, m.extension, m.content_type AS contentType,
      m.size_bytes AS sizeBytes, d.logo_width AS width, d.logo_height AS height, d.logo_ground AS ground
    FROM display_settings d LEFT JOIN media_files m ON m.sha256 = d.logo_sha256 WHERE d.user_id = ?`);
  const saveChoices = database.prepare<[number, number]>(
    `INSERT INTO display_settings (user_id, shrinks_picture) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET shrinks_picture = excluded.shrinks_picture`,
  );
  const saveLogo = database.prepare<[string, number, number, string, number]>(
    `INSERT INTO display_settings (user_id, shrinks_picture, logo_sha256, logo_width, logo_height, logo_ground)
     SELECT id, 1, ?, ?, ?, ? FROM users WHERE id = ?
     ON CONFLICT (user_id) DO UPDATE SET logo_sha256 = excluded.logo_sha256, logo_width = excluded.logo_width,
       logo_height = excluded.logo_height, logo_ground = excluded.logo_ground`,
  );
  const removeLogo = database.prepare<[number]>(
    `UPDATE display_settings SET logo_sha256 = NULL, logo_width = NULL, logo_height = NULL, logo_ground = NULL
     WHERE user_id = ? AND logo_sha256 IS NOT NULL`,
  );

  function of(userId: number): DisplaySettings {
    const row = select.get(userId);
    return { shrinksPicture: row?.shrinksPicture !== 0, logo: row ? logoOf(row) : null };
  }

  function logoOf({ sha256, extension, contentType, sizeBytes, width, height, ground }: Row): DisplayLogo | null {
    if (sha256 === null) return null;
    return { url: urls.sign(sha256, extension), sha256, sizeBytes, contentType, width, height, ground };
  }

  return {
    of,

    /** Fields omitted in `changes` stay unchanged. */
    save(userId: number, changes: Partial<DisplayChoices>): DisplaySettings {
      saveChoices.run(userId, Number({ ...of(userId), ...changes }.shrinksPicture));
      return of(userId);
    },

    /** The file must be in the file store. Throws `unauthenticated` if the account's row was deleted during the upload. */
    saveLogo(userId: number, { sha256, width, height, ground }: NewLogo): DisplaySettings {
      if (saveLogo.run(sha256, width, height, ground, userId).changes === 0) throw new AppError('unauthenticated');
      return of(userId);
    },

    /** Returns true if there was a logo. The logo's file may be unused afterwards. */
    removeLogo: (userId: number): boolean => removeLogo.run(userId).changes > 0,
  };
}
