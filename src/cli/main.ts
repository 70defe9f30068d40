/** The entry point of dist/cli.cjs. */
import { shell } from './shell.ts';

void shell(process.argv.slice(2));
