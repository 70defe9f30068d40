/** A person at the studio: Chromium before the real program and the built bundles. */
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
/** For `test(name, { skip }, ...)`: browser tests need a build and a Chromium. */
export const skip = !existsSync(join(webDir, 'index.html'))
  ? 'npm run build first'
  : !existsSync(chromiumPath)
    ? 'Chromium is missing'
    : false;

export interface Studio {
  app: TestApp<typeof systemClock>;
  /** A new window of a new person, at the address; failures of the page fail the test. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A new window of somebody who is signed in: at `path`, else at the home page once it is shown. */
  enter(person: Person, options?: BrowserContextOptions & { path?: string }): Promise<Page>;
  /** Signs in as people do, by the form, and waits for the home page: for tests that are about signing in or what it leaves. */
  enterByForm(person: Person, options?: BrowserContextOptions): Promise<Page>;
}

interface Person {
  user: { email: string };
  password: string;
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** One for all tests of a process: starting it takes longer than most of them. */
let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/**
 * The servers of a process listen on the same port one after the other, and pages are used again: with the studio's scripts in
 * memory a page costs a quarter of the processor time.
 */
let sharedPort: number | undefined;
let isPortTaken = false;
const sparePages = new Map<string, Page[]>();
/** Functions whose effect on a page or its context cannot be undone. */
const lastingChanges = ['addInitScript', 'exposeFunction', 'exposeBinding', 'context', 'close', 'pause'] as const;

export async function openStudio(t: TestContext): Promise<Studio> {
  const isOnSharedPort = !isPortTaken;
  isPortTaken = true;
  if (isOnSharedPort) sharedPort ??= await freePort();
  const app = await startTestApp(t, {
    clock: systemClock,
    webDir,
    ...(isOnSharedPort ? { env: { PORT: String(sharedPort) } } : {}),
  });
  browser ??= launchChromium();
  const chrome = await browser;
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
      (isOnSharedPort && sparePages.get(key)?.pop()) || (await newPage(chrome, { baseURL: app.url, ...options }));
    await contextOf(page).addCookies(cookies);
    pages.push({ page, key, isReusable: watchLastingChanges(page) });
    // For a machine with other things to do: a wait that succeeds takes no longer for it.
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

/** Starts watching for a text that is shown for a few seconds only. Returns the wait for it. */
export async function watchForText(page: Page, text: string): Promise<() => Promise<unknown>> {
  const noted = await page.evaluateHandle((text) => {
    const note = { isSeen: false };
    new MutationObserver(() => {
      if (document.body.textContent?.includes(text)) note.isSeen = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return note;
  }, text);
  return () => page.waitForFunction(({ isSeen }) => isSeen, noted);
}

/** Waits until the focus is there: after a dialog it comes back when the page has a moment. */
export async function untilFocused(page: Page, element: Locator): Promise<void> {
  await page.waitForFunction((wanted) => wanted === document.activeElement, await element.elementHandle());
}

/** Waits until fading elements are at rest. A colour that is inherited arrives a frame later with each level. */
export function untilAnimationsEnd(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

const fresh = new WeakMap<Page, { context: BrowserContext; viewport: ReturnType<Page['viewportSize']> }>();
const contextOf = (page: Page) => fresh.get(page)!.context;

async function newPage(chrome: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await chrome.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  fresh.set(page, { context, viewport: page.viewportSize() });
  return page;
}

/** Returns whether the page may be used again: false once a test changed something of it for good. */
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

/** Leaves the page as a new one: no storage, cookies, routes, listeners. Returns false when that fails. */
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
    const viewport = fresh.get(page)?.viewport;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null });
    page.removeAllListeners();
    return true;
  } catch {
    return false;
  }
}
