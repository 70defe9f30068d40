/** Compares database and disk: `npm run doctor -- [--deep] [--repair]`. Runs `node dist/cli.cjs doctor` from source. */
import { shell } from '../src/cli/shell.ts';

void shell(['doctor', ...process.argv.slice(2)]);
