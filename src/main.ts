/** Signals, start, stop. */
import { networkInterfaces } from 'node:os';
import { type App, createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { DatabaseCorruptError, DirectoryInUseError } from './platform/database.ts';
import { UnsupportedRuntimeError } from './platform/http.ts';
import { MigrationError } from './platform/migrate.ts';

/** After this the process ends whatever is still open (DESIGN section 2). */
const stopLimitMs = 10_000;

async function main(): Promise<void> {
  // Database, uploads and backups hold secrets: for this user's eyes only.
  process.umask(0o077);
  let app: App;
  try {
    const config = readConfig();
    process.env.TZ = config.timeZone;
    app = await createApp(config);
    announce(app, config.host);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    app.parts.log.info('stopping', { signal });
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.parts.log.error('stop failed', { error });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // A screen must go on playing whatever a single request did: log it and live.
  process.on('unhandledRejection', (error) => app.parts.log.error('unhandled rejection', { error }));
  process.on('uncaughtException', (error) => app.parts.log.error('uncaught exception', { error }));
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Antessala did not start: wrong configuration.\n${error.message}`;
  if (error instanceof MigrationError || error instanceof UnsupportedRuntimeError || error instanceof DirectoryInUseError) return `Antessala did not start: ${error.message}`;
  if (error instanceof DatabaseCorruptError) {
    return `Antessala did not start: the database is damaged (${error.message}).\nStop it, and put the last good copy of the data folder in its place (README, Backup and restore).`;
  }
  return `Antessala did not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function announce(app: App, host: string): void {
  const addresses = host === '0.0.0.0' || host === '::' ? ['localhost', ...lanAddresses()] : [host];
  console.log(`\nAntessala ${app.version} is running:`);
  const { protocol } = new URL(app.url);
  for (const address of addresses) console.log(`  ${protocol}//${address}:${app.port}`);
  if (app.firstRun) console.log(`\n${app.firstRun}`);
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .filter((address) => address !== undefined && address.family === 'IPv4' && !address.internal)
    .map((address) => address?.address ?? '');
}

void main();
