/** Makes a backup: `npm run backup -- --to DIR`. Runs `node dist/cli.cjs backup` from source. */
import { shell } from '../src/cli/shell.ts';

void shell(['backup', ...process.argv.slice(2)]);
