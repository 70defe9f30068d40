/**
 * Replaces the data folder with a backup: `npm run restore -- --from BACKUP [--to DATA_DIR]`.
 * The same command as `node dist/cli.cjs restore`, run from the TypeScript sources.
 */
import { runCli } from '../src/cli/shell.ts';

void runCli(['restore', ...process.argv.slice(2)]);
