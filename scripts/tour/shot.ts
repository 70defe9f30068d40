/**
 * Defines a shot: one state of one page to take screenshots of, and the steps that lead to it. Helpers are named after what a
 * person does (`opens`), the page shows (`shows`, `heading`) or the server does (`fails`, `hangs`).
 */
import type { Locator, Page } from 'playwright-core';

export const people = [
  ...(['guest', 'newcomer', 'restricted', 'clinic', 'urgentClinic'] as const),
  ...(['uploader', 'reception', 'gestor', 'admin'] as const),
] as const;
/**
 * newcomer: an approved account that owns nothing; restricted: no feature is allowed; clinic: owns an object of each kind;
 * urgentClinic: an urgent notice is on its screens; uploader: for uploads and imports that reach the server; reception: a member
 * of the clinic's team.
 */
export type Person = (typeof people)[number];

export interface Shot {
  /** Prefix of the file names: 'gestao-upload'. */
  name: string;
  person: Person;
  path: string;
  /** Runs before the page is opened, to make requests fail or hang. */
  prepare?(page: Page): Promise<unknown>;
  /** Brings the page into the state; resolves when its element is shown. */
  reach(page: Page): Promise<unknown>;
  /** True: the picture shows only the visible part of the page, as with a dialog over it; otherwise the whole page. */
  showsViewport?: boolean;
  /** True: captured also on a small phone and a large desktop. */
  isOnAllSizes?: boolean;
  /** True: requests fail on purpose, so that the browser's errors about them are no faults. */
  hasFailingCalls?: boolean;
}

export type ShotFactory = (name: string, path: string, reach: Shot['reach'], options?: Partial<Shot>) => Shot;

/** Returns a function that creates shots of one person: `shotsOf('clinic')('inicio', '/dashboard', shows('Vídeos'))`. */
export function shotsOf(person: Person): ShotFactory {
  return (name, path, reach, options = {}) => ({ name, person, path, reach, ...options });
}

/** Option of a shot whose picture shows only the visible part of the page: `shotsOf('clinic')(name, path, reach, overlay)`. */
export const overlay = { showsViewport: true } as const;
/** Option of a shot that is captured also on a small phone and a large desktop. */
export const onAllSizes = { isOnAllSizes: true } as const;

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
export const dialog = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

/** Waits until the text is on the page. */
export const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

/** Opens a menu. Scrolls to its button first, because a menu closes when the page scrolls. */
export const opensMenu = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await button(page, name).click();
  await page.getByRole('menu').waitFor();
};

/** Clicks a button and waits for the dialog that opens. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click();
  await dialog(page).waitFor();
};

/** Chooses an item of a menu and waits for the dialog that opens. */
export const chooses = (menu: string | RegExp, item: string) => async (page: Page) => {
  await opensMenu(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page).waitFor();
};

export const inOrder =
  (...steps: Shot['reach'][]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** Submits the dialog's form as it is and waits for the sentence that refuses it. */
export const submitsRefused = (action: string | RegExp, sentence: string | RegExp) => async (page: Page) => {
  await dialog(page).getByRole('button', { name: action }).last().click();
  await page.getByText(sentence).first().waitFor();
};

const errorResponse = {
  status: 500,
  contentType: 'application/json',
  body: '{"message":"Erro interno do servidor","code":"internal"}',
};

/** Makes the server respond to requests of an address with an error. */
export const fails = (address: string | RegExp): Partial<Shot> => ({
  hasFailingCalls: true,
  prepare: (page) => page.route(address, (route) => route.fulfill(errorResponse)),
});

/** Changes the server's responses to requests of an address. */
export const alters = <Response>(
  address: string | RegExp,
  change: (response: Response) => Response,
): Partial<Shot> => ({
  prepare: (page) =>
    page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as Response) });
    }),
});

/** Leaves requests of an address without a response. */
export const hangs = (address: string | RegExp): Partial<Shot> => ({
  hasFailingCalls: true,
  prepare: (page) => page.route(address, () => undefined),
});
