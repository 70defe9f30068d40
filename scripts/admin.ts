/**
 * Manages accounts and codes: `npm run admin -- list | set --email E | codes | rotate-codes`.
 * The same command as `node dist/cli.cjs admin`, run from the TypeScript sources.
 */
import { runCli } from '../src/cli/shell.ts';

void runCli(['admin', ...process.argv.slice(2)]);
