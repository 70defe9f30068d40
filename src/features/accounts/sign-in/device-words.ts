/** Describes a browser in words for people (contract/README 1.14). Pure. */

/** The first that fits: most browsers also name those before them. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: typeof browsers, userAgent: string) => list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** 'Chrome no Windows'; null for what says nothing of itself. */
export function deviceWords(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (!browser && !system) return 'Outro programa';
  return system ? `${browser ?? 'Navegador'} no ${system}` : (browser ?? null);
}

const longestKept = 256;

/** Returns the stored form of a User-Agent header: plain characters, bounded; null for nothing. */
export function keptUserAgent(header: string | undefined): string | null {
  return (
    (header ?? '')
      .replace(/[^\x20-\x7e]/g, '')
      .slice(0, longestKept)
      .trim() || null
  );
}
