/**
 * Compares database and disk: `npm run doctor -- [--deep] [--repair]`.
 * The same command as `node dist/cli.cjs doctor`, run from the TypeScript sources.
 */
import { runCli } from '../src/cli/shell.ts';

void runCli(['doctor', ...process.argv.slice(2)]);
