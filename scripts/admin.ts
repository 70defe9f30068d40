/** Manages accounts and codes: `npm run admin -- list | set --email E | codes | rotate-codes`. Runs `node dist/cli.cjs admin` from source. */
import { shell } from '../src/cli/shell.ts';

void shell(['admin', ...process.argv.slice(2)]);
