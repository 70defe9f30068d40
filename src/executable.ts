/**
 * The single executable's way in (scripts/package.ts): unpacks what it carries under DATA_DIR/runtime, and runs the
 * server, a command of the shell when there are arguments, or the part that the server asks for.
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { executableAssets, partOption, unpack } from './platform/runtime.ts';

const load = (file: string): void => void createRequire(file)(file);

function main(): void {
  const [first, file] = process.argv.slice(2);
  if (first === partOption && file !== undefined) return load(file);
  // As the server does: what is unpacked is for this user only.
  process.umask(0o077);
  const assets = executableAssets();
  const parent = join(resolve(process.env.DATA_DIR || './data'), 'runtime');
  let runtime: string;
  try {
    runtime = unpack(parent, assets.pack, assets.readFiles);
  } catch (error) {
    console.error(`Antessala did not start: it cannot unpack itself into ${parent} (${error instanceof Error ? error.message : String(error)}). Set DATA_DIR to a folder that this user may write.`);
    process.exit(1);
  }
  load(join(runtime, first === undefined ? 'server.cjs' : 'cli.cjs'));
}

main();
