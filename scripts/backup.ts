/**
 * Makes a backup: `npm run backup -- --to DIR`.
 * The same command as `node dist/cli.cjs backup`, run from the TypeScript sources.
 */
import { runCli } from '../src/cli/shell.ts';

void runCli(['backup', ...process.argv.slice(2)]);
