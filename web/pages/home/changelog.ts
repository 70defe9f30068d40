/**
 * Changelog that managers see once after an update, newest first: short, in Portuguese, only what they would notice.
 */

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

const parts = (version: string) => version.split('.').map(Number);

/** Above zero when `a` is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let place = 0; place < 3; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns the releases that are newer than `seen`. Whoever has seen nothing is new here: to them nothing has changed.
 */
export function releasesSince(seen: string | null, releases: readonly Release[] = changelog): string[] {
  if (seen === null) return [];
  return releases.filter(({ version }) => compareVersions(version, seen) > 0).flatMap(({ news }) => news);
}

export const newestVersion = changelog[0]?.version ?? '0.0.0';
