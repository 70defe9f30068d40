/** Searches files for a text that must be in none of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files below a folder that contain a text, ignoring case. */
export function filesContaining(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(text.toLowerCase()));
}
