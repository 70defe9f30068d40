/** Helpers for the tests of the studio's pages. */
import { test as nodeTest, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Customer, Screen, TestApp } from '../../src/testing/app.ts';
import type { Client } from '../../src/testing/client.ts';
import { openStudio, skip } from './browser.ts';

/** Runs a browser test; skips it without a build or without Chromium. `timeout`: milliseconds; omitted: none. */
export const test = (name: string, run: (t: TestContext) => Promise<void>, timeout?: number): void =>
  void nodeTest(name, { skip, timeout }, run);

/** Starts the studio with one account. */
export async function openAccount(t: TestContext, options?: Parameters<TestApp['customer']>[0]) {
  const studio = await openStudio(t);
  return { ...studio, customer: await studio.app.customer(options) };
}

export const toastOf = (page: Page) => page.locator('[data-always-reachable]');

/** Response of a failing server, for `route.fulfill`. */
export const internalError = { status: 500, json: { message: 'Erro interno do servidor', code: 'internal' } };

/** Returns a PNG of one colour. */
export const picture = (background: string, width = 320, height = 180) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Returns the credentials of a member for `enter`: members sign in with their own e-mail. */
export const asMember = ({ user, password }: Customer) => ({ user: { email: user.member?.email ?? '' }, password });

/** Creates screens that are not paired with a TV. */
export const addScreens = ({ admin }: Pick<TestApp, 'admin'>, { user }: Customer, quantity: number) =>
  admin.call('POST /api/admin/users/:userId/players/batch', { params: { userId: user.id }, body: { quantity } });

export const renameScreen = (owner: Client, id: number, name: string) =>
  owner.call('PATCH /api/my-players/:id/rename', { params: { id }, body: { name } });

export const sendPlaylist = (owner: Client, screenId: number, playlistId: number) =>
  owner.call('POST /api/my-players/:id/assign-playlist', { params: { id: screenId }, body: { playlistId } });

export const addToPlaylist = (owner: Client, playlistId: number, videoId: number) =>
  owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });

export const heartbeat = (screen: Screen, state?: object) =>
  screen.call('POST /api/player/heartbeat', {
    body: { token: screen.token, playerId: screen.playerId, ...(state && { state }) },
  });

/** Presses Tab (or Shift+Tab) until the focus is on the element. */
export async function tabToElement(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const element = wanted.first();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no way by ${key} to ${String(wanted)}`);
}

/** Moves the focus to the element with Tab and presses the key. */
export async function pressOn(page: Page, wanted: Locator, key: string, tabKey?: 'Shift+Tab'): Promise<void> {
  await tabToElement(page, wanted, tabKey);
  await page.keyboard.press(key);
}
