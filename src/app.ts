/** The composition root: opens the data, creates the parts and listens; closes them in reverse order. */
import type { Config } from './config.ts';
import { api } from './contract/api/index.ts';
import { openData } from './features/backups/open-data.ts';
import { createHeartbeatWriter } from './features/players/heartbeats/write.ts';
import { findServerAddresses, type Ports } from './features/settings/installation.ts';
import { type AppOptions, createParts, type Parts } from './parts.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createHttp } from './platform/http/server.ts';
import { createStaticFiles } from './platform/http/response/static.ts';
import { createLog, type Log } from './platform/log.ts';
import { builtWebDir, releaseText } from './platform/process/assets.ts';
import { createDatabaseThread } from './platform/process/database-thread.ts';
import { watchProcess } from './platform/process/process-usage.ts';
import { rememberCleanStop } from './platform/storage/clean-stop.ts';
import { dataFolder } from './platform/storage/data-folder.ts';
import type { Database } from './platform/storage/database.ts';
import { descriptorLimit } from './platform/storage/files.ts';
import { createConfiguredTls } from './platform/tls/configured-tls.ts';
import { lanAddresses } from './platform/tls/local-addresses.ts';
import { createLocalTls } from './platform/tls/local-tls.ts';
import { createRoutes } from './routes.ts';
import { paths, playerPages, studioPages } from '../web/navigation/paths.ts';

export type App = Awaited<ReturnType<typeof createApp>>;

/** Number of file descriptors kept for the database, media, workers and other files. Connections may use the rest. */
const otherDescriptors = 200;

/** Maximum wait for open requests when the server stops (src/README 2.3). */
const drainMs = 6_000;

/** Migrates the database, creates the parts, and listens. Throws errors that main.ts explains. */
export async function createApp(config: Config, options: AppOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config.logLevel, clock);
  const fileTls = typeof config.tls === 'object' ? createConfiguredTls({ files: config.tls, clock, log }) : undefined;
  const { lock, database, backups, integrity } = openData({ ...config, clock, log });
  const parts = await createParts({ config, options, database, backups, integrity, clock, log });

  const { dataDir } = config;
  const folder = dataFolder(dataDir);
  const walThread = copyWalInThread(database, folder.database, { clock, log });
  const { listensEverywhere, otherHosts } = hostsOf(config);
  const localTls = config.tls === 'local' ? createLocalTls({ dataDir, otherHosts, clock, log }) : undefined;
  const tls = localTls ?? fileTls;
  const ports: Ports = { http: undefined, https: undefined };
  const installation = () =>
    findServerAddresses({
      publicUrl: config.publicUrl,
      hosts: listensEverywhere ? lanAddresses() : [config.host],
      ports,
      hasAuthority: localTls !== undefined,
    });
  const processMonitor = watchProcess();

  let isClosing = false;
  const routes = createRoutes(parts, {
    isClosing: () => isClosing,
    metrics: () => http.metrics,
    process: processMonitor.measure,
    installation,
    certificate: () => tls?.served(),
    authority: localTls?.certificate,
  });
  const http = createHttp({
    endpoints: api,
    handlers: routes,
    static: createStaticFiles(options.webDir ?? builtWebDir, {
      studio: studioPages,
      player: playerPages,
      framed: [paths.preview],
    }),
    ...{ identify: parts.identify, sockets: parts.sockets, idempotencyKeys: parts.idempotencyKeys, log },
    pollEndpoint: { path: '/api/player/assigned-playlist', find: parts.cachedPolls.find },
    heartbeatEndpoint: { path: '/api/player/heartbeat', respond: createHeartbeatWriter(parts) },
    options: {
      ...config,
      connections: Math.max(100, descriptorLimit() - otherDescriptors),
      validateReplies: options.validateReplies ?? false,
      tls: tls?.files,
    },
  });

  await startBackgroundWork(parts, log);
  const isOnlyTls = tls !== undefined && config.tlsPort === undefined;
  const { port } = await http.listen(config.host, config.port, { isTls: isOnlyTls });
  ports[isOnlyTls ? 'https' : 'http'] = port;
  if (config.tlsPort !== undefined)
    ports.https = (await http.listen(config.host, config.tlsPort, { isTls: true })).port;
  const renewal = tls?.startUpdating(() => http.renewTls());
  parts.tasks.start();
  void integrity.check();
  void parts.missingFiles.count();
  log.info('listening', { host: config.host, ...ports, version: releaseText });

  return {
    port,
    url: `${isOnlyTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    /** URL for people at this machine. */
    localUrl: `${isOnlyTls ? 'https' : 'http'}://${listensEverywhere ? 'localhost' : config.host}:${port}`,
    /** Port of https, if it is served. */
    tlsPort: ports.https,
    installation,
    version: releaseText,
    /** Text with the first secrets, to print at this start; undefined once an administrator has signed in. */
    firstRun: parts.firstRunText,
    parts: { ...parts, http },
    /** Stops the server: first closes the port, then waits up to 6 s for open responses. Screens keep playing. */
    async close(): Promise<void> {
      if (isClosing) return;
      isClosing = true;
      parts.missingFiles.close();
      const tasksStopped = Promise.all([parts.tasks.stop(), parts.restoring.close(), parts.accountRemoval.close()]);
      renewal?.cancel();
      processMonitor.close();
      http.stopListening();
      parts.sockets.closeAll(1001);
      parts.relay.close();
      await http.drain(drainMs);
      await tasksStopped;
      await Promise.all([parts.stopDirectUploads(), parts.imports.close()]);
      await Promise.all([parts.calls.close(), parts.plays.close()]);
      await parts.processing.stop();
      http.close();
      await parts.passwords.close();
      parts.mail.close();
      parts.webhook.close();
      parts.heartbeats.close();
      parts.mediaDeletions.close();
      parts.playlistDeletions.close();
      parts.audit.close();
      parts.sessions.close();
      await Promise.all([integrity.close(), walThread.close()]);
      database.close();
      if (!integrity.isDamaged()) rememberCleanStop(folder);
      lock.release();
    },
  };
}

/** Returns the configured host names, and whether the server listens on every address of the machine. */
function hostsOf({ host, publicUrl, allowedHosts }: Config) {
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  const publicHost = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')];
  return { listensEverywhere, otherHosts: [...publicHost, ...allowedHosts, ...(listensEverywhere ? [] : [host])] };
}

/** Copies the write-ahead log into the database in a thread, because syncing the disk takes long. Returns the thread. */
function copyWalInThread(database: Database, file: string, { clock, log }: { clock: Clock; log: Log }) {
  const thread = createDatabaseThread(file, clock);
  database.delegateCheckpoints(async (work) => {
    const { damage, error = damage, isStopped } = await thread.run(work);
    // A stop interrupts the copying; the next start continues it.
    if (error !== undefined && !isStopped) log.warn('the log of the database is not copied', { error });
    return error === undefined;
  });
  return thread;
}

/** Resumes interrupted background work: processing, deletions, calls, imports. */
async function startBackgroundWork(parts: Parts, log: Log): Promise<void> {
  // On a full disk abandoned uploads cannot be deleted. The server starts all the same, so that screens play; a task retries it.
  try {
    await parts.uploads.sweepAbandoned({ isStart: true });
  } catch (error) {
    log.warn('abandoned uploads stay for now', { error });
  }
  await parts.processing.start();
  for (const { start } of [parts.mediaDeletions, parts.playlistDeletions, parts.calls, parts.imports]) start();
  void parts.accountRemoval.run();
}
