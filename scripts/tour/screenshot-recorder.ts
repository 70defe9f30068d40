/** Takes screenshots of states in each window size, light and dark, and collects faults: errors, and layouts that do not fit. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from '../../src/testing/client.ts';
import type { Person, Shot } from './shot.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Picture {
  shot: string;
  size: Size;
  theme: 'light' | 'dark';
  file: string;
}

const usualSizes: readonly Size[] = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];
export const extraSizes: readonly Size[] = [
  { width: 1920, height: 1080 },
  { width: 320, height: 640 },
  { width: 2560, height: 1440 },
];
/** Maximum height of a screenshot in px; no page is higher. */
const maxHeight = 12_000;
/** Narrower windows are those of phones. */
const phoneWidth = 600;

export interface ScreenshotRecorder {
  pictures: Picture[];
  /** Descriptions of the faults, one line each. */
  faults: string[];
  /** Takes the screenshots of a state: in each window size, light and dark. */
  take(shot: Shot): Promise<void>;
  /** Takes one screenshot of the page as it is, in its current size. */
  capture(name: string, page: Page): Promise<void>;
  collectFaults(name: string, page: Page, hasFailingCalls?: boolean): void;
}

interface ScreenshotOptions {
  browser: Browser;
  url: string;
  directory: string;
  clients: Record<Person, Client>;
}

export function createScreenshotRecorder({ browser, url, directory, clients }: ScreenshotOptions): ScreenshotRecorder {
  const pictures: Picture[] = [];
  const faults: string[] = [];

  async function captureState(
    shot: Pick<Shot, 'name' | 'showsViewport'>,
    page: Page,
    size: Size,
    theme: Picture['theme'],
  ): Promise<void> {
    await waitUntilStill(page);
    for (const fault of await page.evaluate(findLayoutFaults))
      faults.push(`${shot.name}, ${size.width}x${size.height}: ${fault}`);
    const file = `${shot.name}-${size.width}x${size.height}-${theme}.png`;
    // The window becomes as high as the page, because long lists draw only the visible rows.
    if (!shot.showsViewport) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: size.width, height: Math.min(height, maxHeight) });
      await waitUntilStill(page);
    }
    await page.screenshot({ path: join(directory, file), caret: 'initial' });
    if (!shot.showsViewport) await page.setViewportSize(size);
    pictures.push({ shot: shot.name, size, theme, file });
  }

  async function open(person: Person, size: Size): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: size,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      hasTouch: size.width < phoneWidth,
    });
    await context.addCookies([...clients[person].cookies].map(([name, value]) => ({ name, value, url })));
    await defineNameHelper(context);
    return context;
  }

  const recorder: ScreenshotRecorder = {
    pictures,
    faults,
    collectFaults(name, page, hasFailingCalls = false) {
      page.on('pageerror', (error) => faults.push(`${name}: the page threw: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // The request for the signed-in user fails when nobody is signed in, and the browser logs that as an error.
        const isRefusedCall =
          message.text().startsWith('Failed to load resource') &&
          (hasFailingCalls || new URL(message.location().url).pathname === '/api/user');
        if (!isRefusedCall) faults.push(`${name}: the page logged: ${message.text()} ${message.location().url}`);
      });
    },
    async capture(name, page) {
      const size = page.viewportSize() ?? { width: 0, height: 0 };
      await captureState({ name, showsViewport: true }, page, size, 'dark');
    },
    async take(shot) {
      for (const size of shot.isOnAllSizes ? [...usualSizes, ...extraSizes] : usualSizes) {
        const context = await open(shot.person, size);
        try {
          const page = await context.newPage();
          page.setDefaultTimeout(20_000);
          recorder.collectFaults(`${shot.name}, ${size.width}x${size.height}`, page, shot.hasFailingCalls);
          await shot.prepare?.(page);
          await page.goto(shot.path);
          await shot.reach(page);
          await captureState(shot, page, size, 'light');
          await page.emulateMedia({ colorScheme: 'dark' });
          await page.waitForFunction(() => (document.documentElement.dataset.theme ?? 'dark') === 'dark');
          await captureState(shot, page, size, 'dark');
        } catch (error) {
          faults.push(
            `${shot.name}, ${size.width}x${size.height}: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`,
          );
        } finally {
          await context.close();
        }
      }
    },
  };
  return recorder;
}

/** Defines `__name` in pages: tsx adds calls of it to the functions that these scripts send to a page. */
export function defineNameHelper(context: BrowserContext): Promise<unknown> {
  return context.addInitScript({ content: 'window.__name = (value) => value;' });
}

/** Waits until fonts and pictures are loaded and animations have ended, for 3 s at most. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isNearViewport = (image: HTMLImageElement) =>
      image.getBoundingClientRect().top < innerHeight * 2 || image.loading !== 'lazy';
    const pictures = [...document.images]
      .filter((image) => !image.complete && isNearViewport(image))
      .map(
        (image) => new Promise((resolve) => ['load', 'error'].forEach((type) => image.addEventListener(type, resolve))),
      );
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    const limit = new Promise((resolve) => setTimeout(resolve, 3_000));
    await Promise.race([
      limit,
      Promise.allSettled([document.fonts.ready, ...pictures, ...animations.map(({ finished }) => finished)]),
    ]);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Returns descriptions of elements that are wider than the window and of layers that do not fit into it. Runs in the page. */
function findLayoutFaults(): string[] {
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}${typeof element.className === 'string' && element.className ? `.${element.className.split(' ')[0]}` : ''}`;
  const found: string[] = [];
  const { scrollWidth } = document.scrollingElement ?? document.documentElement;
  if (scrollWidth > innerWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    );
    found.push(`the page is ${scrollWidth} px wide: ${wide.slice(-3).map(nameOf).join(', ')}`);
  }
  for (const layer of document.querySelectorAll(
    '[role=dialog], [role=alertdialog], [role=menu], [data-always-reachable] [role] > *',
  )) {
    const { left, top, right, bottom, width } = layer.getBoundingClientRect();
    if (width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1))
      found.push(`${nameOf(layer)} does not fit: ${[left, top, right, bottom].map(Math.round).join(' ')}`);
  }
  return found;
}
