/** Changelog that managers see once after an update, newest first: short, in Portuguese, only what they would notice. */

export interface Release {
  /** Version as in package.json. */
  version: string;
  news: readonly string[];
}

export const changelog: readonly Release[] = [
  {
    version: '0.1.0',
    news: [
      'Avisos também por webhook (ntfy, Telegram e outros): Configurações, Email.',
      'Trocar o arquivo de um conteúdo sem tirá-lo das playlists.',
      'Logotipo próprio de cada conta nas telas.',
    ],
  },
];

/** Above zero when the first version is newer. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** Returns the news of releases after `seen`; none for null, a new user for whom nothing has changed. */
export function releasesSince(seen: string | null, releases: readonly Release[] = changelog): string[] {
  if (seen === null) return [];
  return releases.filter(({ version }) => compareVersions(version, seen) > 0).flatMap(({ news }) => news);
}

export const newestVersion = changelog[0]?.version ?? '0.0.0';
