/** Opens each state in each window, in light and dark, and finds what no picture may have. */
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

export const usualSizes: readonly Size[] = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];
export const moreSizes: readonly Size[] = [
  { width: 320, height: 640 },
  { width: 2560, height: 1440 },
];
/** px; no page of the tour is higher. */
const highest = 12_000;
/** Below it a window is a phone's. */
const phoneWidth = 600;

export interface Camera {
  pictures: Picture[];
  /** One line each. */
  faults: string[];
  take(shot: Shot): Promise<void>;
  /** The page as it stands, without going anywhere: for what has only one window. */
  snap(name: string, page: Page): Promise<void>;
  watch(name: string, page: Page, hasFailingCalls?: boolean): void;
}

export interface CameraOptions {
  browser: Browser;
  url: string;
  directory: string;
  clients: Record<Person, Client>;
}

export function createCamera({ browser, url, directory, clients }: CameraOptions): Camera {
  const pictures: Picture[] = [];
  const faults: string[] = [];

  async function photograph(
    shot: Pick<Shot, 'name' | 'isOverlay'>,
    page: Page,
    size: Size,
    theme: Picture['theme'],
  ): Promise<void> {
    await settle(page);
    for (const fault of await page.evaluate(badlyPlaced))
      faults.push(`${shot.name}, ${size.width}x${size.height}: ${fault}`);
    const file = `${shot.name}-${size.width}x${size.height}-${theme}.png`;
    // As high as the page: of long lists only what is in sight is drawn.
    if (!shot.isOverlay) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: size.width, height: Math.min(height, highest) });
      await settle(page);
    }
    await page.screenshot({ path: join(directory, file), caret: 'initial' });
    if (!shot.isOverlay) await page.setViewportSize(size);
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
    await nameFunctions(context);
    return context;
  }

  const camera: Camera = {
    pictures,
    faults,
    watch(name, page, hasFailingCalls = false) {
      page.on('pageerror', (error) => faults.push(`${name}: the page threw: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // Nobody is signed in yet: the answer to that question is logged as an error.
        const isRefusedCall =
          message.text().startsWith('Failed to load resource') &&
          (hasFailingCalls || new URL(message.location().url).pathname === '/api/user');
        if (!isRefusedCall) faults.push(`${name}: the page logged: ${message.text()} ${message.location().url}`);
      });
    },
    async snap(name, page) {
      const size = page.viewportSize() ?? { width: 0, height: 0 };
      await photograph({ name, isOverlay: true }, page, size, 'dark');
    },
    async take(shot) {
      for (const size of shot.isMain ? [...usualSizes, ...moreSizes] : usualSizes) {
        const context = await open(shot.person, size);
        try {
          const page = await context.newPage();
          page.setDefaultTimeout(20_000);
          camera.watch(`${shot.name}, ${size.width}x${size.height}`, page, shot.hasFailingCalls);
          await shot.prepare?.(page);
          await page.goto(shot.path);
          await shot.reach(page);
          await photograph(shot, page, size, 'light');
          await page.emulateMedia({ colorScheme: 'dark' });
          await page.waitForFunction(() => (document.documentElement.dataset.theme ?? 'dark') === 'dark');
          await photograph(shot, page, size, 'dark');
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
  return camera;
}

/** The loader of these scripts leaves calls of it in the functions that they send to the page. */
export function nameFunctions(context: BrowserContext): Promise<unknown> {
  return context.addInitScript({ content: 'window.__name = (value) => value;' });
}

/** Fonts and pictures have come, nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isInSight = (image: HTMLImageElement) =>
      image.getBoundingClientRect().top < innerHeight * 2 || image.loading !== 'lazy';
    const pictures = [...document.images]
      .filter((image) => !image.complete && isInSight(image))
      .map(
        (image) => new Promise((resolve) => ['load', 'error'].forEach((type) => image.addEventListener(type, resolve))),
      );
    const moves = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    const limit = new Promise((resolve) => setTimeout(resolve, 3_000));
    await Promise.race([
      limit,
      Promise.allSettled([document.fonts.ready, ...pictures, ...moves.map(({ finished }) => finished)]),
    ]);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Runs in the page: what is wider than the window, or a layer that does not fit in it. */
function badlyPlaced(): string[] {
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
