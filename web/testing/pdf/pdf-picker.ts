/** Opens PDFs on the upload page, and finds the elements of the dialog for their pages. */
import type { Page } from 'playwright-core';

export const choosePdf = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
export const picker = (page: Page) => page.getByRole('dialog', { name: 'Escolher páginas' });
export const option = (page: Page, number: number) =>
  picker(page).getByRole('option', { name: `Página ${number}`, exact: true });
