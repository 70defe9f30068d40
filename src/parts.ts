/** Creates every store and service once, in the order of their dependencies. */
import type { Config } from './config.ts';
import type { Publish } from './contract/events.ts';
import { createKnownDeviceStore } from './features/accounts/sign-in/known-device-store.ts';
import { passwordDefect } from './features/accounts/passwords/rules.ts';
import { createPasswords, type PasswordOptions } from './features/accounts/passwords/passwords.ts';
import { createPersonStore } from './features/accounts/people/person-store.ts';
import { createAccountRemoval } from './features/accounts/administration/removal.ts';
import { createRemovalStore } from './features/accounts/administration/removal-store.ts';
import { createQuotaStore } from './features/accounts/administration/quota-store.ts';
import { createSecondFactorStore } from './features/accounts/sign-in/second-factor-store.ts';
import { createSessionStore, type SessionStore } from './features/accounts/sign-in/session-store.ts';
import { type AccountStore, createAccountStore } from './features/accounts/store.ts';
import { createAudit } from './features/audit/audit.ts';
import { createTimeZoneStore } from './features/accounts/own/time-zone-store.ts';
import { createFileConsistencyStore } from './features/backups/file-consistency-store.ts';
import type { BackupService } from './features/backups/backups.ts';
import { createRestoring, type Restart, type RestoredNote } from './features/backups/restoring.ts';
import { createUpdates } from './features/backups/update/updates.ts';
import type { Integrity } from './features/backups/integrity.ts';
import { createCalls } from './features/calls/calls.ts';
import { findSpeechEngines, type SpeechEngines } from './features/calls/voice/speech-engines.ts';
import { createCategoryStore } from './features/categories/store.ts';
import { createGroupStore } from './features/groups/store.ts';
import { createRowMessages, type RowMessagesDeps } from './features/live/row-messages.ts';
import { createSocketRules } from './features/live/socket-rules.ts';
import { createMedia } from './features/media/media.ts';
import { createMediaUrls, type MediaUrls } from './features/media/library/urls.ts';
import { createSoundtrackStore } from './features/media/soundtracks/store.ts';
import { findTools, type Tools } from './features/media/processing/tools.ts';
import { createMessageStore } from './features/messages/store.ts';
import { createBackupWarning } from './features/monitoring/backup-warning.ts';
import { createDiskGuard } from './features/monitoring/disk-guard.ts';
import { createEmptyScreens } from './features/monitoring/empty-screens.ts';
import { createGuessAlarm } from './features/monitoring/guess-alarm.ts';
import { createMissingFiles } from './features/monitoring/missing-files.ts';
import { createOfflineScreens } from './features/monitoring/offline-screens.ts';
import { createStandbyAge, createStandbyGuard } from './features/monitoring/standby-guard.ts';
import { createClinicStore } from './features/clinic/store.ts';
import { createDisplayStore } from './features/display/store.ts';
import { createNoticeStore } from './features/notices/store.ts';
import { createHeartbeats } from './features/players/heartbeats/heartbeats.ts';
import { createPairingRequestStore } from './features/players/pairing/request-store.ts';
import { createPairingCapacity } from './features/players/pairing/capacity.ts';
import { createCachedPolls } from './features/players/cached-polls.ts';
import { createPlayerStore, type PlayerStore } from './features/players/store.ts';
import { createScreenViews } from './features/players/views.ts';
import { createPlays } from './features/plays/plays.ts';
import { createPlaylistDeletions } from './features/playlists/deletions.ts';
import { createPlaylistStore, type PlaylistStore } from './features/playlists/store.ts';
import { createAssertPlays } from './features/radio/relay/assert-plays.ts';
import { createScreenProgrammes } from './features/programme/screen-programmes.ts';
import { createProgrammeStore } from './features/programme/store.ts';
import { createRelay } from './features/radio/relay/relay.ts';
import { createRadioStore } from './features/radio/store.ts';
import { firstRun } from './features/settings/first-run.ts';
import { createSettingsStore } from './features/settings/store.ts';
import { taskSchedules } from './features/tasks/task-schedules.ts';
import { createTaskStore } from './features/tasks/store.ts';
import { createTasks } from './features/tasks/tasks.ts';
import { createHousekeeping } from './features/tasks/housekeeping.ts';
import { createMemberStore } from './features/team/member-store.ts';
import { type ApiTokenStore, createApiTokenStore } from './features/team/token-store.ts';
import { createRunningUrgents } from './features/urgent/running.ts';
import { createUrgentService } from './features/urgent/service.ts';
import { createUrgentStore } from './features/urgent/store.ts';
import type { Clock } from './platform/clock.ts';
import { createSockets } from './platform/http/sockets/sockets.ts';
import { createSampledLog, type Log } from './platform/log.ts';
import { createMail } from './platform/mail.ts';
import { createOutbound } from './platform/outbound.ts';
import { systemRandom } from './platform/random.ts';
import { createScheduler, type Scheduler } from './platform/scheduler.ts';
import { dataFolder } from './platform/storage/data-folder.ts';
import type { Database } from './platform/storage/database.ts';
import { createClockSync } from './platform/process/clock-sync.ts';
import { type FreeSpace, freeSpace } from './platform/storage/disk-space.ts';
import { readIfThere } from './platform/storage/files.ts';
import { createIdempotencyStore } from './platform/storage/idempotency-store.ts';
import { writeFileDurably } from './platform/storage/writing.ts';
import { createThrottles } from './platform/throttle.ts';
import { createTimeZones } from './platform/time-zones.ts';
import { createWebhook } from './platform/webhook.ts';

/** Parts that tests replace. */
export interface AppOptions {
  clock?: Clock;
  log?: Log;
  /** Options of password hashing, such as its cost. */
  passwords?: PasswordOptions;
  validateReplies?: boolean;
  webDir?: string;
  /** Returns the free space of the data folder's disk. */
  freeSpace?: () => Promise<FreeSpace>;
  /** Returns whether this machine's clock is synchronized over the network; undefined: unknown. */
  isClockSynchronized?: () => Promise<boolean | undefined>;
  /** Restarts the server with other data; undefined: this server cannot restart itself. */
  restart?: Restart;
  /** The restore that replaced the data before this start. */
  restored?: RestoredNote;
  /** Scheduler of the tasks. */
  schedule?: Scheduler;
  /** ffmpeg and ffprobe; undefined: the program searches for them. */
  tools?: Tools;
  /** Speech engines; undefined: the program searches for them. */
  speech?: SpeechEngines;
}

/** Parts that exist already, and from which `createParts` creates the others. */
interface Base {
  config: Config;
  options: AppOptions;
  database: Database;
  backups: BackupService;
  integrity: Integrity;
  clock: Clock;
  log: Log;
}

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** Creates the parts on an open database. Throws the errors of the first run. */
export async function createParts(base: Base) {
  const { config, options, database, clock, log } = base;
  const publish: Publish = (topic, message, restriction) =>
    database.afterCommit(() => {
      screens.cachedPolls.dropAffected(topic, message);
      live.publish(topic, message, restriction);
    });
  const readFreeSpace = options.freeSpace ?? (() => freeSpace(config.dataDir));

  // Start both searches before waiting: each runs other programs.
  const requestedTools = options.tools ?? findTools(config);
  const requestedSpeech = options.speech ?? findSpeechEngines(config);
  const people = createPeople(base);
  const firstRunText = await firstRun(config.firstRun, {
    ...people,
    passwordDefect,
    database,
    write: (text) => writeFileDurably(dataFolder(config.dataDir).firstRun, text, 0o600),
    read: () => readIfThere(dataFolder(config.dataDir).firstRun),
  });

  const tools = await requestedTools;
  for (const problem of tools.problems) log.warn(problem);
  if (tools.confinementText) log.info(tools.confinementText);
  const { timeZones, clinic } = people;
  const playlists = createPlaylistStore(database, clock, { random: systemRandom, publish, timeZones, clinic });
  const programme = createProgrammeStore(database, clock);
  const screenProgrammes = createScreenProgrammes({ programme, playlists, database, publish, clock });
  const media = createMedia({
    ...config,
    urlSecret: people.settings.secret('mediaUrls'),
    tools,
    playlists,
    audit: people.audit,
    freeSpace: readFreeSpace,
    publish,
    database,
    clock,
    log,
  });
  const playlistDeletions = createPlaylistDeletions({ playlists, audit: people.audit, publish, database, clock, log });
  const screens = createScreens(base, (topic, message) => live.publish(topic, message), media.urls);
  const screenViews = createScreenViews({ ...screens, ...media, playlists, screenProgrammes, timeZones, clock });

  const speech = await requestedSpeech;
  for (const problem of speech.problems) log.warn(problem);
  const idempotencyKeys = createIdempotencyStore(database, clock);
  const calls = createCalls({
    ...people,
    ...media,
    idempotencyKeys,
    programme,
    engines: speech.engines,
    voiceDirectory: dataFolder(config.dataDir).voices,
    voiceUrls: createMediaUrls(people.settings.secret('voiceUrls'), clock, '/api/voice/'),
    voiceSecret: people.settings.secret('voices'),
    players: screens.players,
    isOnline: screens.heartbeats.isOnline,
    publish,
    database,
    clock,
  });

  const live = createLive({ ...people, ...screens, playlists, screenViews, log });
  const parts = {
    ...base,
    ...people,
    ...media,
    ...screens,
    ...createUrgent(base, publish, people),
    publish,
    freeSpace: readFreeSpace,
    isClockSynchronized: options.isClockSynchronized ?? createClockSync(clock),
    firstRunText,
    tools,
    playlists,
    playlistDeletions,
    accountRemoval: createRemoval(base, { ...people, ...media, ...screens }),
    updates: createUpdates({ ...config, ...base }),
    plays: createPlays({ timeZones, database, clock, log }),
    calls,
    ...{ programme, screenProgrammes, screenViews },
    ...{ identify: live.identify, sockets: live.sockets },
    idempotencyKeys,
  };
  const housekeeping = createHousekeeping({
    ...{ ...parts, dataDir: config.dataDir },
    ...{ consistency: createFileConsistencyStore(database), files: media.media.files },
  });
  const missingFiles = createMissingFiles(housekeeping.countMissing, log);
  const standbyAge = createStandbyAge(base.backups.standby, clock);
  const tasks = createTasks({
    ...parts,
    taskSchedules: taskSchedules({
      ...{ ...parts, housekeeping, missingFiles },
      diskGuard: createDiskGuard(parts),
      standbyGuard: createStandbyGuard({ ...parts, standbyAge }),
      backupWarning: createBackupWarning({ ...parts, publicUrl: config.publicUrl }),
      ...{ offlineScreens: createOfflineScreens(parts), emptyScreens: createEmptyScreens(parts) },
    }),
    store: createTaskStore(database),
    schedule: options.schedule ?? createScheduler(config.timeZone, clock),
  });
  return { ...parts, tasks, missingFiles, standbyAge, restoring: createRestoring({ ...parts, tasks }) };
}

interface LiveDeps extends Omit<RowMessagesDeps, 'sockets'> {
  accounts: AccountStore;
  sessions: SessionStore;
  apiTokens: ApiTokenStore;
  players: PlayerStore;
  playlists: Pick<PlaylistStore, 'canView'>;
  log: Log;
}

/** Creates the sockets. The returned `publish` sends a message with the changed rows, and must be called after the commit. */
function createLive({ accounts, sessions, apiTokens, players, playlists, screenViews, log }: LiveDeps) {
  const identify = {
    ...{ user: sessions.identify, token: apiTokens.identify, player: players.identify },
    device: (cookie: string) => players.playerIdOfCookie(cookie) !== undefined,
  };
  const rules = createSocketRules({ canView: playlists.canView, currentUser: accounts.currentFor });
  const sockets = createSockets({ identify, rules, log });
  const rowMessages = createRowMessages({ accounts, players, screenViews, sockets });
  /** Runs `work` on changed rows. Logs an error of `work`: the change is committed, so the request must not fail. */
  const orLogError = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      log.error('rows not published', { error });
      return undefined;
    }
  };
  const publish: Publish = (topic, message, restriction) => {
    sockets.publish(topic, orLogError(() => rowMessages.withRow(topic, message)) ?? message, restriction);
    orLogError(() => rowMessages.publishRowsAfter(topic, message));
  };
  return { identify, sockets, publish };
}

/** Creates the services of accounts, sign-in and settings. */
function createPeople({ config, options, database, clock, log }: Base) {
  const settings = createSettingsStore(database, clock);
  const sampledLog = createSampledLog(log, clock);
  const accounts = createAccountStore(database, clock, config.timeZone);
  const mail = createMail({ log, clock, prefix: settings.clinicName });
  const webhook = createWebhook({ log, clock });
  const onGuessing = createGuessAlarm({ accounts, mail, webhook, publicUrl: config.publicUrl });
  const throttles = createThrottles({ clock, onGuessing });
  return {
    settings,
    throttles,
    clinic: createClinicStore(database),
    people: createPersonStore(database),
    members: createMemberStore(database, clock),
    apiTokens: createApiTokenStore(database, clock, { throttles, sampledLog }),
    accounts,
    chosenZones: createTimeZoneStore(database),
    timeZones: createTimeZones(clock, config.timeZone),
    quotas: createQuotaStore(database, clock),
    sessions: createSessionStore(database, clock, settings),
    passwords: createPasswords(options.passwords),
    knownDevices: createKnownDeviceStore(database, clock),
    audit: createAudit(database, clock),
    secondFactors: createSecondFactorStore(database, clock),
    sampledLog,
    mail,
    webhook,
  };
}

/** Creates the deletion of accounts. */
function createRemoval(
  { database, clock, log }: Base,
  parts: Pick<ReturnType<typeof createPeople>, 'accounts'> &
    Pick<ReturnType<typeof createMedia>, 'media' | 'processing'> &
    Pick<ReturnType<typeof createScreens>, 'players'>,
) {
  const { cancelDeleted } = parts.processing;
  return createAccountRemoval({
    ...parts,
    removals: createRemovalStore(database, clock),
    cancelDeleted,
    database,
    log,
  });
}

function createUrgent({ database, clock }: Base, publish: Publish, people: ReturnType<typeof createPeople>) {
  const urgents = createUrgentStore(database);
  const runningUrgents = createRunningUrgents(urgents, clock);
  const urgentService = createUrgentService({ ...people, urgents, runningUrgents, publish, database, clock });
  return { urgents, runningUrgents, urgentService };
}

/** Creates the services of screens and of what they show besides contents. Messages of `publishPresence` change no poll. */
function createScreens({ config, database, clock, log }: Base, publishPresence: Publish, urls: MediaUrls) {
  const players = createPlayerStore(database, clock, config.timeZone);
  const radio = createRadioStore(database, clock);
  radio.stations.seed();
  const stations = createOutbound({ allowPrivate: config.radioAllowPrivate });
  const pairingRequests = createPairingRequestStore(database, clock);
  return {
    pairingRequests,
    pairingCapacity: createPairingCapacity(pairingRequests, clock),
    categories: createCategoryStore(database, clock),
    players,
    cachedPolls: createCachedPolls({ players, database, clock }),
    groups: createGroupStore(database, clock),
    heartbeats: createHeartbeats({ database, publish: publishPresence, clock, log }),
    messages: createMessageStore(database, clock),
    notices: createNoticeStore(database, clock),
    display: createDisplayStore(database, urls),
    radio,
    soundtracks: createSoundtrackStore(database, urls),
    relay: createRelay({ outbound: stations, clock, log }),
    assertStationPlays: createAssertPlays({ outbound: stations, clock }),
  };
}
