/** Writes this program's commands as a person types them in a shell. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedProgram } from './programs.ts';

/** Returns a command for a POSIX shell that starts the installed executable, else the bundle beside the running one, else the source. */
export function commandLine(...words: string[]): string {
  return [...program(), ...words.map(quote)].join(' ');
}

function program(): string[] {
  const installed = installedProgram();
  if (installed !== undefined) return [quote(installed)];
  const here = fileURLToPath(import.meta.url);
  return here.endsWith('.cjs')
    ? ['node', quote(join(dirname(here), 'cli.cjs'))]
    : ['node', '--import', 'tsx', quote(join(dirname(here), '../../cli/main.ts'))];
}

const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
