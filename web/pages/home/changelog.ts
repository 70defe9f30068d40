/** The changelog that managers see once after an update: newest release first, in Portuguese, visible changes only. */

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
      'Escolher as páginas de um PDF e mostrá-las nas telas.',
      'Trocar o arquivo de um conteúdo sem tirá-lo das playlists.',
      'Logotipo próprio de cada conta nas telas.',
    ],
  },
];

/** Compares two versions. Returns a number above 0 if the first version is newer. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** Returns the changes of all releases after the version `seen`, or none if `seen` is null (first visit). */
export function releasesSince(seen: string | null, releases: readonly Release[] = changelog): string[] {
  if (seen === null) return [];
  return releases.filter(({ version }) => compareVersions(version, seen) > 0).flatMap(({ news }) => news);
}

export const newestVersion = changelog[0]?.version ?? '0.0.0';
