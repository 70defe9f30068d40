/** The entry point of dist/cli.cjs. */
import { runCli } from './shell.ts';

void runCli(process.argv.slice(2));
