/** Opens the studio in Chromium: the real server with the built bundles. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../../src/testing/app.ts';
import { builtWebDir } from '../../src/platform/process/assets.ts';
import { freePort } from '../../src/testing/ports.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { chromiumPath, launchChromium } from './chromium.ts';

export const webDir = process.env.TEST_WEB_DIR ?? builtWebDir;
/** Option of `test(name, { skip }, ...)`: browser tests need a build and Chromium. */
export const skip = !existsSync(join(webDir, 'index.html'))
  ? 'npm run build first'
  : !existsSync(chromiumPath)
    ? 'Chromium is missing'
    : false;

export interface Studio {
  app: TestApp<typeof systemClock>;
  /** Opens a new window without a session. Errors that the page throws fail the test. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a new window with a person's session at `path`; without `path` at the home page, once it is shown. */
  enter(person: Person, options?: BrowserContextOptions & { path?: string }): Promise<Page>;
  /** Signs in with the form and waits for the home page; for tests of the sign-in and of the data that it stores. */
  enterByForm(person: Person, options?: BrowserContextOptions): Promise<Page>;
}

interface Person {
  user: { email: string };
  password: string;
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Shared by all tests of a process: its start takes longer than most tests. */
let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/**
 * The servers of a process listen on the same port one after the other, so that pages can be reused: a page that has the studio's
 * scripts in memory takes a quarter of the processor time.
 */
let sharedPort: number | undefined;
let isPortTaken = false;
const sparePages = new Map<string, Page[]>();
/** Functions whose effect on a page or its context cannot be undone. */
const lastingChanges = ['addInitScript', 'exposeFunction', 'exposeBinding', 'context', 'close', 'pause'] as const;

/** `speaks`: the machine's speech engines synthesize calls. */
export async function openStudio(t: TestContext, { speaks = false } = {}): Promise<Studio> {
  const isOnSharedPort = !isPortTaken;
  isPortTaken = true;
  if (isOnSharedPort) sharedPort ??= await freePort();
  const app = await startTestApp(t, {
    clock: systemClock,
    webDir,
    speaks,
    ...(isOnSharedPort ? { env: { PORT: String(sharedPort) } } : {}),
  });
  browser ??= launchChromium();
  const chromium = await browser;
  const pages: { page: Page; key: string; isReusable: () => boolean }[] = [];
  const faults: string[] = [];
  t.after(async () => {
    await Promise.all(
      pages.map(async ({ page, key, isReusable }) => {
        if (isOnSharedPort && isReusable() && (await reset(page, app.url)))
          sparePages.set(key, [...(sparePages.get(key) ?? []), page]);
        else await contextOf(page).close();
      }),
    );
    if (isOnSharedPort) isPortTaken = false;
    assert.deepEqual(faults, []);
  });

  async function open(path: string, { cookies = [], ...options }: BrowserContextOptions & { cookies?: Cookies } = {}) {
    const key = JSON.stringify(options);
    const page =
      (isOnSharedPort && sparePages.get(key)?.pop()) || (await newPage(chromium, { baseURL: app.url, ...options }));
    await contextOf(page).addCookies(cookies);
    pages.push({ page, key, isReusable: watchLastingChanges(page) });
    // The machine may be busy. A longer limit does not prolong waits that succeed.
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => faults.push(`the page threw: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) faults.push(message.text());
    });
    await page.goto(path);
    return page;
  }

  const studio: Studio = {
    app,
    visit: (path = '/', options) => open(path, options),
    async enter({ user, password }, { path, ...options } = {}) {
      const session = await app.login(user.email, password);
      const url = options.baseURL ?? app.url;
      const cookies = [...session.cookies].map(
        ([name, value]) => ({ name, value, url, httpOnly: true, sameSite: 'Lax' }) as const,
      );
      const page = await open(path ?? '/dashboard', { ...options, cookies });
      if (path === undefined) await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
    async enterByForm({ user, password }, options) {
      const page = await studio.visit('/', options);
      await fillSignIn(page, { user, password });
      await page.waitForURL('**/dashboard');
      return page;
    },
  };
  return studio;
}

/** Fills in and sends the form of the sign-in page. */
export async function fillSignIn(page: Page, { user, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Starts watching for a text that is shown only for a few seconds. Returns a function that waits until the text was shown. */
export async function watchForText(page: Page, text: string): Promise<() => Promise<unknown>> {
  const seenText = await page.evaluateHandle((text) => {
    const state = { isSeen: false };
    new MutationObserver(() => {
      if (document.body.textContent?.includes(text)) state.isSeen = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return state;
  }, text);
  return () => page.waitForFunction(({ isSeen }) => isSeen, seenText);
}

/** Makes the server's calls with these addresses fail until `unrouteAll`. */
export const failCalls = (page: Page, address: RegExp) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'Erro interno.', code: 'internal' } }));

/** Lets the failed calls succeed again, and presses 'Tentar novamente', unless the page has retried by itself when its socket was subscribed. */
export async function retryCalls(page: Page, within: Page | Locator = page): Promise<void> {
  const button = within.getByRole('button', { name: 'Tentar novamente' });
  await button.waitFor();
  await page.unrouteAll();
  await button.click({ timeout: 2_000 }).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
  });
}

/** Waits until the element has the focus; after a dialog has closed the focus returns with a delay. */
export async function untilFocused(page: Page, element: Locator): Promise<void> {
  await page.waitForFunction((wanted) => wanted === document.activeElement, await element.elementHandle());
}

/** Waits until all finite animations have ended, in rounds: an inherited colour reaches each level one frame later. */
export function untilAnimationsEnd(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const running = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (running.length === 0) return;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}

const initialStates = new WeakMap<Page, { context: BrowserContext; viewport: ReturnType<Page['viewportSize']> }>();
const contextOf = (page: Page) => initialStates.get(page)!.context;

async function newPage(chromium: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await chromium.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  initialStates.set(page, { context, viewport: page.viewportSize() });
  return page;
}

/** Returns a function that is false once the test has made a change to the page that cannot be undone. */
function watchLastingChanges(page: Page): () => boolean {
  let isReusable = true;
  for (const name of lastingChanges) {
    const original = page[name].bind(page) as (...args: unknown[]) => unknown;
    Object.assign(page, {
      [name]: (...args: unknown[]) => {
        isReusable = false;
        return original(...args);
      },
    });
  }
  const { clock } = page;
  Object.defineProperty(page, 'clock', {
    configurable: true,
    get() {
      isReusable = false;
      return clock;
    },
  });
  return () => isReusable && !page.isClosed();
}

/** Makes a page like a new one: without storage, cookies, routes and listeners. Returns false when that fails. */
async function reset(page: Page, origin: string): Promise<boolean> {
  try {
    const context = contextOf(page);
    if (context.pages().length > 1) return false;
    page.removeAllListeners();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => sessionStorage.clear()).catch(() => {});
    await page.goto('about:blank');
    await context.clearCookies();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,cache_storage',
    });
    await protocol.detach();
    const viewport = initialStates.get(page)?.viewport;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null });
    page.removeAllListeners();
    return true;
  } catch {
    return false;
  }
}
