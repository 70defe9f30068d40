/** Puts a backup in the place of the data folder: `npm run restore -- --from BACKUP [--to DATA_DIR]`. The same as `node dist/cli.cjs restore`, from source. */
import { shell } from '../src/cli/shell.ts';

void shell(['restore', ...process.argv.slice(2)]);
