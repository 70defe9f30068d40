/** Replaces the data folder with a backup: `npm run restore -- --from BACKUP [--to DATA_DIR]`. Runs `node dist/cli.cjs restore` from source. */
import { shell } from '../src/cli/shell.ts';

void shell(['restore', ...process.argv.slice(2)]);
