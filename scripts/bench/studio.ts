/**
 * Measures how soon the studio can be used: the time from the navigation until a page is shown and one of its buttons has
 * responded. Measures it over 10 Mbit/s with a processor four times slower and an empty cache, and at full speed with 10,000
 * screens and 10,000 contents in one account. Each measurement opens a new browser window. The results include the page's
 * processor time, which is more reliable on a machine that others use as well. On a phone's screen it measures the Largest
 * Contentful Paint of the sign-in page and of the home page, with the same slow processor.
 * Usage: npm run build && node --import tsx scripts/bench/studio.ts [ROUNDS]   (Linux, root: rig.ts)
 */
import { raisePriority } from './browser-cost.ts';
import { fillDatabase } from './support/fill-database.ts';
import { launchPlainBrowser, type PlainBrowser, type PlainWindow } from './support/plain-browser.ts';
import { signIn as signInAdministrator, signInClinic } from './support/admin-client.ts';
import { median, startServer, withFolder } from './support/rig.ts';
import { printTable, type Row } from './support/table.ts';
import { pause, fullOrQuick } from '../support/quick.ts';

const rounds = Number(process.argv[2] ?? fullOrQuick(5, 1));
const timeoutMs = 30_000;

/**
 * A page to measure, with CSS selectors: `ready` matches when the page is shown; then the first `button` that contains `text` is
 * clicked; `response` matches when the page has responded.
 */
interface MeasuredPage {
  path: string;
  ready: string;
  button: string;
  text: string;
  response: string;
}

const signInPage: MeasuredPage = {
  path: '/',
  ready: 'input[type=email]',
  button: 'form button',
  text: 'Entrar no Studio',
  response: '[aria-invalid=true]',
};
const screensPage: MeasuredPage = {
  path: '/manage?aba=telas',
  ready: 'ul[aria-label="Minhas telas"] > li',
  button: 'button',
  text: 'Mais ações',
  response: '[role=menu]',
};
const contentsPage: MeasuredPage = {
  path: '/manage?aba=conteudos',
  ready: '[aria-label^="Ações de "]',
  button: '[aria-label^="Ações de "]',
  text: '',
  response: '[role=menu]',
};

type TimedWindow = Window & { usableMs?: number; shownMs?: number; largestPaintMs?: number };

/** Runs in the page before the studio's script. Stores in `window` when the page was shown and when it had responded. */
function watchInPage({ ready, button, text, response }: MeasuredPage): void {
  const page = window as TimedWindow;
  const check = () => {
    if (page.shownMs === undefined && document.querySelector(ready)) {
      page.shownMs = performance.now();
      setTimeout(press, 0);
    }
    if (page.shownMs !== undefined && page.usableMs === undefined && document.querySelector(response))
      page.usableMs = performance.now();
  };
  const press = () => {
    const found = [...document.querySelectorAll<HTMLElement>(button)].find(({ textContent }) =>
      textContent?.includes(text),
    );
    if (found) found.click();
    else setTimeout(press, 10);
  };
  new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Times since the navigation, and the page's processor time, in ms. */
interface Times {
  shown: number;
  usable: number;
  processor: number;
}

interface Conditions {
  cookie?: string;
  isSlow: boolean;
}

/** Opens the address under the conditions. `source` runs in the page before the studio's script. */
async function openPage(
  page: PlainWindow,
  address: string,
  source: string,
  { cookie, isSlow }: Conditions,
): Promise<void> {
  await page.send('Page.enable');
  await page.send('Network.enable');
  await page.send('Performance.enable');
  await page.send('Emulation.setLocaleOverride', { locale: 'pt-BR' });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie) await page.send('Network.setCookie', { name, value, url: address });
  // tsx adds calls of __name to functions; the page has no such function.
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `window.__name = (value) => value; ${source}` });
  if (isSlow) {
    const bytesPerSecond = 10_000_000 / 8;
    const rates = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await page.send('Network.emulateNetworkConditions', { offline: false, latency: 5, ...rates });
    await page.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await raisePriority();
  await page.send('Page.navigate', { url: address });
}

async function waitFor(page: PlainWindow, expression: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await page.evaluate<boolean>(expression))) {
    if (performance.now() > deadline) {
      const text = await page.evaluate<string>('document.body.innerText');
      throw new Error(`Not true after ${timeoutMs} ms: ${expression}. The page shows:\n${text}`);
    }
    await pause(100);
  }
}

async function measure(
  browser: PlainBrowser,
  url: string,
  measured: MeasuredPage,
  conditions: Conditions,
): Promise<Times> {
  const page = await browser.open({ width: 1366, height: 768 });
  try {
    await openPage(page, url + measured.path, `(${watchInPage})(${JSON.stringify(measured)});`, conditions);
    await waitFor(page, 'window.usableMs !== undefined');
    const { metrics } = await page.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
    const processorMs = (metrics.find((metric) => metric.name === 'ProcessTime')?.value ?? NaN) * 1000;
    const [shown, usable] = await page.evaluate<[number, number]>('[window.shownMs, window.usableMs]');
    return { shown, usable, processor: processorMs };
  } finally {
    await page.close();
  }
}

/** Starts a server with one account. Calls `work` with the server's URL and the account's session cookie. */
async function withAccount(
  sizes: { screens: number; contents: number },
  work: (url: string, cookie: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await (await startServer(folder)).stop();
    const [device] = fillDatabase(folder, { users: 1, ...sizes });
    const server = await startServer(folder);
    try {
      const person = await signInClinic(await signInAdministrator(server), device?.userId ?? 0);
      const session = [...person.cookies].find(([name]) => name.includes('session'));
      await work(person.url, (session ?? []).join('='));
    } finally {
      await server.stop();
    }
  });
}

/** Runs in the page before the studio's script. Stores the time of the largest paint so far in `window`. */
function watchPaints(): void {
  const page = window as TimedWindow;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) page.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Measures the Largest Contentful Paint of a page on a phone; `ready`: selector that matches when the page is complete. */
async function paintRow(
  browser: PlainBrowser,
  address: string,
  { label, ready, cookie }: { label: string; ready: string; cookie?: string },
): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const size = { width: 390, height: 844 };
    const page = await browser.open(size);
    try {
      await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 3, mobile: true });
      await openPage(page, address, `(${watchPaints})();`, { isSlow: true, ...(cookie && { cookie }) });
      await waitFor(page, `document.querySelector(${JSON.stringify(ready)}) !== null`);
      // A busy machine may paint long after the element exists, and in several steps.
      await waitFor(page, 'window.largestPaintMs !== undefined');
      const readPaintMs = () => page.evaluate<number>('window.largestPaintMs');
      let paintMs = await readPaintMs();
      for (let before = NaN; paintMs !== before; paintMs = await readPaintMs()) {
        before = paintMs;
        await pause(2_000);
      }
      times.push(paintMs);
    } finally {
      await page.close();
    }
  }
  console.log(`${label}: ${times.map((each) => each.toFixed(0)).join(', ')} ms`);
  const value = median(times);
  return { label, result: `${value.toFixed(0)} ms`, value: value / 1000, target: { atMost: 1.5 } };
}

async function timeRow(
  browser: PlainBrowser,
  url: string,
  label: string,
  measured: MeasuredPage,
  conditions: Conditions,
  atMost: number,
): Promise<Row> {
  const times: Times[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure(browser, url, measured, conditions));
  const medianOf = (name: keyof Times) => median(times.map((each) => each[name]));
  console.log(`${label}: ${times.map(({ usable }) => usable.toFixed(0)).join(', ')} ms`);
  return {
    label,
    result: `${medianOf('usable').toFixed(0)} ms, shown after ${medianOf('shown').toFixed(0)}, processor ${medianOf('processor').toFixed(0)}`,
    value: medianOf('usable') / 1000,
    target: { atMost },
  };
}

const browser = await launchPlainBrowser();
try {
  const rows: Row[] = [];
  await withAccount({ screens: 5, contents: 40 }, async (url, cookie) => {
    rows.push(
      await timeRow(browser, url, 'sign-in, 10 Mbit/s, processor 4 times slower', signInPage, { isSlow: true }, 1.5),
    );
    rows.push(await timeRow(browser, url, 'Minhas Telas, the same', screensPage, { cookie, isSlow: true }, 1.5));
    const paint = 'Largest Contentful Paint on a phone, the same';
    rows.push(await paintRow(browser, `${url}/`, { label: `${paint}, sign-in`, ready: signInPage.ready }));
    const home = { label: `${paint}, home`, ready: 'a[href^="/manage"]', cookie };
    rows.push(await paintRow(browser, `${url}/dashboard`, home));
  });
  await withAccount({ screens: fullOrQuick(10_000, 5), contents: fullOrQuick(10_000, 40) }, async (url, cookie) => {
    rows.push(
      await timeRow(browser, url, 'Minhas Telas with 10,000 screens', screensPage, { cookie, isSlow: false }, 1),
    );
    rows.push(
      await timeRow(browser, url, 'Meus Conteúdos with 10,000 contents', contentsPage, { cookie, isSlow: false }, 1),
    );
  });
  printTable(rows);
} finally {
  await browser.close();
}
