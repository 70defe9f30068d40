/** The single executable's entry point: unpacks itself under DATA_DIR/runtime and runs the server, a command or a worker. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { releaseText } from '../platform/process/assets.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { assertRuns, executableAssets, NoexecError, workerOption, unpack } from '../platform/process/runtime.ts';
import { launch } from './launch.ts';
import { versionWords } from './usage.ts';

const load = (file: string): void => void createRequire(file)(file);

function main(): void {
  const [command, file] = process.argv.slice(2);
  // The version is printed without unpacking anything.
  if (command !== undefined && versionWords.includes(command)) return console.log(`Antessala ${releaseText}`);
  // A worker: the server starts this executable again to run one of the unpacked files.
  if (command === workerOption && file !== undefined) return load(file);
  launch(process.execPath, runOwn);
}

/** Runs this executable's own server or command. */
function runOwn(dataDir: string, command: string | undefined): void {
  const assets = executableAssets();
  const parent = dataFolder(dataDir).runtime;
  let runtime: string;
  try {
    runtime = unpack(parent, assets.pack, assets.readFiles);
    assertRuns(runtime, assets.pack);
  } catch (error) {
    if (error instanceof NoexecError) {
      console.error(
        `Antessala did not start: ${dataDir} is on a disk mounted noexec, and this executable unpacks its programs there. Mount it with exec, set DATA_DIR to another disk, or run the server with Node (npm start), which runs nothing from DATA_DIR.`,
      );
      process.exit(1);
    }
    console.error(
      `Antessala did not start: it cannot unpack itself into ${parent} (${error instanceof Error ? error.message : String(error)}). Set DATA_DIR to a folder that this user may write.`,
    );
    process.exit(1);
  }
  load(join(runtime, command === undefined ? 'server.cjs' : 'cli.cjs'));
}

main();
