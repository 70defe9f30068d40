/** The composition root: everything is made here, in order, and closed here, in reverse. */
import { api, type Handlers } from './contract/api.ts';
import type { Publish } from './contract/events.ts';
import type { Config } from './config.ts';
import { accountAdminRoutes } from './features/accounts/admin-routes.ts';
import { createPasswords } from './features/accounts/passwords.ts';
import { createQuotaStore } from './features/accounts/quota-store.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { createSessionStore } from './features/accounts/session-store.ts';
import { createAccountStore } from './features/accounts/store.ts';
import { categoryRoutes } from './features/categories/routes.ts';
import { createCategoryStore } from './features/categories/store.ts';
import { createAuditStore } from './features/backups/audit-store.ts';
import { createBackups } from './features/backups/backups.ts';
import { docsRoutes } from './features/docs/routes.ts';
import { createDiskGuard } from './features/monitoring/disk-guard.ts';
import { metricsRoutes } from './features/monitoring/metrics.ts';
import { assertNotLost } from './features/backups/lost-database.ts';
import { createMetricsStore } from './features/monitoring/metrics-store.ts';
import { createOfflineScreens } from './features/monitoring/offline-screens.ts';
import { finishRestore } from './features/backups/finish-restore.ts';
import { healthRoutes } from './features/monitoring/routes.ts';
import { taskPlans } from './features/tasks/plans.ts';
import { taskRoutes } from './features/tasks/routes.ts';
import { createTaskStore } from './features/tasks/store.ts';
import { createTasks } from './features/tasks/tasks.ts';
import { createUpkeep } from './features/tasks/upkeep.ts';
import { createBackupWarning } from './features/monitoring/backup-warning.ts';
import { createMediaFolder } from './features/media/folder.ts';
import { createProcessing } from './features/media/processing.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { createMediaStore } from './features/media/store.ts';
import { findTools, type Tools } from './features/media/tools.ts';
import { createUploadStore } from './features/media/upload-store.ts';
import { createUploads } from './features/media/uploads.ts';
import { createMediaUrls } from './features/media/urls.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { createMessageStore } from './features/messages/store.ts';
import { noticeRoutes } from './features/notices/routes.ts';
import { createNoticeStore } from './features/notices/store.ts';
import { createHeartbeats } from './features/players/heartbeats.ts';
import { playerRoutes } from './features/players/routes.ts';
import { createPlayerStore } from './features/players/store.ts';
import { playlistRoutes } from './features/playlists/routes.ts';
import { createPlaylistStore } from './features/playlists/store.ts';
import { createRelay } from './features/radio/relay.ts';
import { radioRoutes } from './features/radio/routes.ts';
import { createRadioStore } from './features/radio/store.ts';
import { firstRun } from './features/settings/first-run.ts';
import { findInstallation, installationRoutes } from './features/settings/installation.ts';
import { createMailSettings } from './features/settings/mail-settings.ts';
import { createOverviewStore } from './features/settings/overview-store.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { createSettingsStore } from './features/settings/store.ts';
import { builtWebDir, migrationsDir, version } from './platform/process/assets.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { dataFolder } from './platform/storage/data-folder.ts';
import { Database, holdLock } from './platform/storage/database.ts';
import { type FreeSpace, freeSpace, isSpaceLow, makeDirectory, writeFileDurably } from './platform/storage/files.ts';
import { createHttp } from './platform/http/server.ts';
import type { HttpMetrics } from './platform/http/metrics.ts';
import { lanAddresses } from './platform/tls/local-addresses.ts';
import { createLocalTls } from './platform/tls/local-tls.ts';
import { createSchedule, type Schedule } from './platform/schedule.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMail } from './platform/mail.ts';
import { migrate } from './platform/storage/migrate.ts';
import { createOutbound } from './platform/outbound.ts';
import { watchProcess } from './platform/process/facts.ts';
import { systemRandom } from './platform/random.ts';
import { createSockets } from './platform/http/sockets.ts';
import { createStaticFiles } from './platform/http/static.ts';
import { createThrottle } from './platform/throttle.ts';
import { restoreCommand } from './features/backups/restore-command.ts';
import { checkTlsFiles } from './platform/tls/pem-files.ts';

/** What tests replace. */
export interface AppOptions {
  clock?: Clock;
  log?: Log;
  /** bcrypt rounds. */
  passwordCost?: number;
  validateReplies?: boolean;
  webDir?: string;
  /** Of the disk under the data directory. */
  freeSpace?: () => Promise<FreeSpace>;
  /** When tasks are due. */
  schedule?: Schedule;
  /** ffmpeg and ffprobe, when they were looked for before. */
  tools?: Tools;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Time that open requests get at a stop. */
const drainMs = 6_000;

/**
 * Migrates, composes, listens. Throws TlsFilesError, MigrationError, DatabaseCorruptError, DirectoryInUseError, ShellError,
 * UnsupportedRuntimeError, CannotListenError, or the system's error when the data directory cannot be used.
 */
export async function createApp(config: Config, options: AppOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config.logLevel, clock);

  if (typeof config.tls === 'object') checkTlsFiles(config.tls);
  makeDirectory(config.dataDir);
  // A second server would take the running one's jobs and clear away what they make.
  const lock = holdLock(dataFolder(config.dataDir).lock);
  finishRestore(config.dataDir);
  const database = new Database(dataFolder(config.dataDir).database);
  database.checkIntegrity();
  const { dataDir, backupDir, timeZone } = config;
  assertNotLost(database, { dataDir, backupDir, restoreCommand: () => restoreCommand(backupDir) });
  const backups = createBackups({ dataDir, backupDir, keep: config.backupKeep, timeZone, version, clock });
  const applied = migrate(database, migrationsDir, clock, (migration) => {
    log.info('database copied before it is migrated', { backup: backups.beforeMigration(database, migration) });
  });
  if (applied.length > 0) log.info('migrated', { applied });

  const publish: Publish = (topic, message) => database.afterCommit(() => sockets.publish(topic, message));

  const settings = createSettingsStore(database, clock);
  const accounts = createAccountStore(database, clock);
  const quotas = createQuotaStore(database);
  const sessions = createSessionStore(database, clock, settings);
  const passwords = createPasswords({ cost: options.passwordCost });
  const throttle = createThrottle({ clock });
  const mail = createMail({ log, clock });

  const printed = await firstRun(config.firstRun, {
    accounts,
    settings,
    passwords,
    database,
    write: (text) => writeFileDurably(dataFolder(config.dataDir).firstRun, text, 0o600),
  });

  const tools = options.tools ?? (await findTools(config));
  for (const problem of tools.problems) log.warn(problem);
  const folder = createMediaFolder(config.dataDir);
  const urls = createMediaUrls(settings.secret('mediaUrls'), clock);
  const media = createMediaStore(database, clock, { urls, folder });
  const categories = createCategoryStore(database, clock);
  const playlists = createPlaylistStore(database, clock, { random: systemRandom, publish });
  const players = createPlayerStore(database, clock);
  const heartbeats = createHeartbeats({ database, publish, clock, log });
  const messages = createMessageStore(database, clock);
  const notices = createNoticeStore(database, clock);
  const radio = createRadioStore(database, clock);
  radio.stations.seed();
  const relay = createRelay({ outbound: createOutbound({ allowPrivate: config.radioAllowPrivate }), clock, log });

  const identify = { user: sessions.identify, player: players.identify };
  const sockets = createSockets({ identify, authorize: { playlist: playlists.canView }, log });

  const diskSpace = options.freeSpace ?? (() => freeSpace(config.dataDir));
  const bytesPerMb = 1024 * 1024;
  const uploads = createUploads({
    store: createUploadStore(database, clock),
    files: media.files,
    folder,
    tools,
    freeSpace: diskSpace,
    maxUploadMb: config.maxUploadMb,
    clock,
    log,
  });
  const processing = createProcessing({
    database,
    media,
    folder,
    playlists,
    tools,
    freeSpace: diskSpace,
    keepOriginals: config.keepOriginals,
    publish,
    clock,
    log,
  });

  const publicHost = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '')];
  const listensEverywhere = config.host === '0.0.0.0' || config.host === '::';
  const otherHosts = [...publicHost, ...config.allowedHosts, ...(listensEverywhere ? [] : [config.host])];
  const localTls =
    config.tls === 'local' ? createLocalTls({ dataDir: config.dataDir, otherHosts, clock, log }) : undefined;
  const tls = config.tls === 'local' ? localTls?.files : config.tls;
  const ports: { http: number | undefined; https: number | undefined } = { http: undefined, https: undefined };
  const installation = () =>
    findInstallation({
      publicUrl: config.publicUrl,
      hosts: listensEverywhere ? lanAddresses() : [config.host],
      ports,
      hasAuthority: localTls !== undefined,
    });
  const watched = watchProcess();

  const { publicUrl } = config;
  const upkeep = createUpkeep({ audit: createAuditStore(database), files: media.files, dataDir, database, clock });
  const diskGuard = createDiskGuard({ freeSpace: diskSpace, settings, accounts, mail });
  const backupWarning = createBackupWarning({ settings, accounts, mail, publicUrl, clock });
  const offlineScreens = createOfflineScreens({ database, heartbeats, accounts, mail, clock });
  const tasks = createTasks({
    plans: taskPlans({
      backups,
      backupWarning,
      upkeep,
      diskGuard,
      offlineScreens,
      processing,
      media,
      uploads,
      sessions,
      players,
      sockets,
      database,
    }),
    store: createTaskStore(database),
    schedule: options.schedule ?? createSchedule(timeZone, clock),
    publish,
    database,
    clock,
    log,
  });

  const handlers = {
    ...accountRoutes({
      accounts,
      sessions,
      passwords,
      settings,
      throttle,
      mail,
      publicUrl: config.publicUrl,
      endSession: (sessionHash) => sockets.disconnect(({ user }) => user?.sessionHash === sessionHash),
      publish,
      database,
      clock,
    }),
    ...accountAdminRoutes({
      accounts,
      quotas,
      sessions,
      passwords,
      playlists,
      media,
      mail,
      publicUrl: config.publicUrl,
      cancelGone: processing.cancelGone,
      forgetHeartbeats: heartbeats.forgetAllOf,
      publish,
      database,
    }),
    ...categoryRoutes({ categories, playlists, publish, database }),
    ...mediaRoutes({
      media,
      uploads,
      processing,
      urls,
      folder,
      playlists,
      tools,
      freeSpace: diskSpace,
      maxUploadMb: config.maxUploadMb,
      publish,
      database,
    }),
    ...playlistRoutes({ playlists, media, players, publish, database }),
    ...playerRoutes({
      players,
      playlists,
      heartbeats,
      settings,
      throttle,
      thumbnailUrl: (videoId) => {
        const file = media.files.ofKind(videoId, 'thumbnail');
        return file ? urls.sign(file.sha256, file.extension) : null;
      },
      endPlayerSockets: (playerId) => sockets.disconnect(({ player }) => player?.playerId === playerId),
      publish,
      database,
      clock,
    }),
    ...messageRoutes({ messages, playlists, publish, database }),
    ...radioRoutes({ radio, relay, publish, database }),
    ...noticeRoutes({ notices, publish, database }),
    ...settingsRoutes({
      settings,
      overview: createOverviewStore(database, backups.lastAt, heartbeats.isOnline),
      throttle,
      mail: createMailSettings({ settings, environment: config.mail, mail, database }),
      log,
      version,
      disk: async () => {
        const space = await diskSpace();
        return {
          freeMb: space.freeBytes / bytesPerMb,
          totalMb: space.totalBytes / bytesPerMb,
          mediaMb: media.totals().storedBytes / bytesPerMb,
          isLow: isSpaceLow(space),
        };
      },
      onlineCount: heartbeats.onlineCount,
      publish,
      database,
    }),
    ...taskRoutes({ tasks, backups }),
    ...installationRoutes({ installation, authority: localTls?.certificate }),
    ...metricsRoutes({
      store: createMetricsStore(database),
      http: (): HttpMetrics => http.metrics,
      sockets: sockets.counts,
      onlineScreens: heartbeats.onlineCount,
      lastBackupAt: backups.lastAt,
      disk: diskSpace,
      process: watched.facts,
      token: config.metricsToken,
      isBehindProxy: config.trustProxy,
      version,
      nodeVersion: process.versions.node,
      clock,
    }),
    ...docsRoutes(version),
    ...healthRoutes({
      checks: () => ({
        isReady: database.connection.open && !isClosing,
        ffmpeg: tools.canTranscode,
        problems: tools.problems,
      }),
      version,
      clock,
    }),
  } satisfies Handlers;

  let isClosing = false;
  const http = createHttp({
    endpoints: api,
    handlers,
    identify,
    static: createStaticFiles(options.webDir ?? builtWebDir),
    sockets,
    log,
    options: {
      allowedHosts: config.allowedHosts,
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      validateReplies: options.validateReplies ?? false,
      tls,
    },
  });
  uploads.sweepAbandoned();
  await processing.start();
  const isOnlyTls = tls !== undefined && config.tlsPort === undefined;
  const { port } = await http.listen(config.host, config.port, { isTls: isOnlyTls });
  ports[isOnlyTls ? 'https' : 'http'] = port;
  if (config.tlsPort !== undefined)
    ports.https = (await http.listen(config.host, config.tlsPort, { isTls: true })).port;
  const keeping = localTls?.keep(() => http.renewTls());
  tasks.start();
  log.info('listening', { host: config.host, ...ports, version });

  return {
    port,
    url: `${isOnlyTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    /** For people at this machine. */
    localUrl: `${isOnlyTls ? 'https' : 'http'}://${listensEverywhere ? 'localhost' : config.host}:${port}`,
    /** Port of https, where it is spoken. */
    tlsPort: ports.https,
    installation,
    version,
    /** What the first start prints once. */
    firstRun: printed,
    parts: {
      log,
      clock,
      database,
      publish,
      sockets,
      http,
      accounts,
      quotas,
      sessions,
      settings,
      media,
      uploads,
      processing,
      categories,
      playlists,
      players,
      messages,
      notices,
      radio,
      folder,
      urls,
      tools,
      tasks,
      backups,
    },
    /** Screens keep playing: they meet a closed port, never half an answer. */
    async close(): Promise<void> {
      if (isClosing) return;
      isClosing = true;
      const tasksStopped = tasks.stop();
      keeping?.cancel();
      watched.close();
      http.stopListening();
      sockets.closeAll(1001);
      relay.close();
      await http.drain(drainMs);
      await tasksStopped;
      await processing.stop();
      http.close();
      await passwords.close();
      mail.close();
      heartbeats.close();
      sessions.close();
      database.close();
      lock.release();
    },
  };
}
