/** The search for what must stand nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files below a folder that hold a text, in any case. */
export function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(text.toLowerCase()));
}
