/** A picture of the tour: one state of one page, as a person comes to it. */
import type { Locator, Page } from 'playwright-core';

export const people = [
  ...(['guest', 'newcomer', 'restricted', 'clinic', 'alarmed', 'sender', 'reception', 'gestor', 'admin'] as const),
] as const;
/** alarmed: with an urgent notice on air; newcomer: approved, owns nothing; restricted: may use nothing; clinic: has one of everything; sender: for uploads that are really sent; reception: of the clinic's team. */
export type Person = (typeof people)[number];

export interface Shot {
  /** Prefix of the file names: 'gestao-upload'. */
  name: string;
  person: Person;
  path: string;
  /** Before the page is opened: refused or silent answers. */
  prepare?(page: Page): Promise<unknown>;
  /** Leads to the state; resolves once its element is there. */
  reach(page: Page): Promise<unknown>;
  /** An overlay is cut at the screen's edges; otherwise the whole page is taken. */
  isOverlay?: boolean;
  /** A small phone and a large screen too. */
  isMain?: boolean;
  /** Calls fail on purpose: what the browser logs about them is no fault. */
  hasFailingCalls?: boolean;
}

export type Take = (name: string, path: string, reach: Shot['reach'], more?: Partial<Shot>) => Shot;

/** Shots of one person: `const take = shotsOf('clinic'); take('inicio', '/dashboard', shows('Vídeos'))`. */
export function shotsOf(person: Person): Take {
  return (name, path, reach, more = {}) => ({ name, person, path, reach, ...more });
}

/** For `take(..., overlay)`. */
export const overlay = { isOverlay: true } as const;
export const main = { isMain: true } as const;

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
export const dialog = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

/** The text is on the page. */
export const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

/** Scrolls there first: a menu closes when the page moves below it. */
export const opensMenu = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await button(page, name).click();
  await page.getByRole('menu').waitFor();
};

/** Clicks, and waits for the dialog that opens. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click();
  await dialog(page).waitFor();
};

/** Chooses from a menu, and waits for the dialog that opens. */
export const chooses = (menu: string | RegExp, item: string) => async (page: Page) => {
  await opensMenu(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page).waitFor();
};

/** One after the other. */
export const inOrder =
  (...steps: Shot['reach'][]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** Sends the dialog's form as it is, and waits for what it says about it. */
export const refuses = (action: string | RegExp, sentence: string | RegExp) => async (page: Page) => {
  await dialog(page).getByRole('button', { name: action }).last().click();
  await page.getByText(sentence).first().waitFor();
};

const refusal = {
  status: 500,
  contentType: 'application/json',
  body: '{"message":"Erro interno do servidor","code":"internal"}',
};

/** The server answers these addresses with an error. */
export const fails = (address: string | RegExp): Partial<Shot> => ({
  hasFailingCalls: true,
  prepare: (page) => page.route(address, (route) => route.fulfill(refusal)),
});

/** Changes a response of the server on its way. */
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

/** The server does not answer these addresses. */
export const hangs = (address: string | RegExp): Partial<Shot> => ({
  hasFailingCalls: true,
  prepare: (page) => page.route(address, () => undefined),
});
