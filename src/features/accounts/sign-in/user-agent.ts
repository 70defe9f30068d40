/** Describes a browser by its User-Agent header, for people to read (contract/README 1.14). Pure. */

/** The first match is used: the User-Agent of most browsers also contains the names of older browsers. */
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

/** Returns a text such as 'Chrome no Windows', or null without a User-Agent. */
export function deviceText(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (!browser && !system) return 'Outro programa';
  return system ? `${browser ?? 'Navegador'} no ${system}` : (browser ?? null);
}

const maxLength = 256;

/** Returns a User-Agent header as it is stored: printable ASCII, 256 characters at most; null when nothing is left. */
export function storedUserAgent(header: string | undefined): string | null {
  return (
    (header ?? '')
      .replace(/[^\x20-\x7e]/g, '')
      .slice(0, maxLength)
      .trim() || null
  );
}
