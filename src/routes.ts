/** Combines the routes of all features, and passes them the parts that they need. */
import type { Handlers } from './contract/api/index.ts';
import type { SessionEndReason } from './contract/events.ts';
import type { Installation } from './contract/settings.ts';
import { accountAdminRoutes } from './features/accounts/administration/routes.ts';
import { assertGoodPassword } from './features/accounts/passwords/rules.ts';
import type { PersonKey } from './features/accounts/people/person-store.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { chooseZone } from './features/accounts/own/time-zone.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { onboardingRoutes } from './features/onboarding/routes.ts';
import { callRoutes } from './features/calls/routes.ts';
import { categoryRoutes } from './features/categories/routes.ts';
import { clinicRoutes } from './features/clinic/routes.ts';
import { displayRoutes } from './features/display/routes.ts';
import { docsRoutes } from './features/docs/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { importRoutes } from './features/media/import/routes.ts';
import { mediaRoutes } from './features/media/library/routes.ts';
import { soundtrackRoutes } from './features/media/soundtracks/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { createHealth, type ServedCertificate } from './features/monitoring/health.ts';
import { createMetricsStore } from './features/monitoring/metrics-store.ts';
import { metricsRoutes } from './features/monitoring/metrics.ts';
import { healthRoutes } from './features/monitoring/routes.ts';
import { noticeRoutes } from './features/notices/routes.ts';
import { playerRoutes } from './features/players/routes.ts';
import { createScreenService } from './features/players/service.ts';
import { playRoutes } from './features/plays/routes.ts';
import { playlistRoutes } from './features/playlists/routes.ts';
import { programmeRoutes } from './features/programme/routes.ts';
import { radioRoutes } from './features/radio/routes.ts';
import { firstStepsRoutes } from './features/settings/first-steps-routes.ts';
import { installationRoutes } from './features/settings/installation.ts';
import { createMailSettings } from './features/settings/mail-settings.ts';
import { createOverviewStore, describeDisk } from './features/settings/overview-store.ts';
import { createReauthentication } from './features/accounts/passwords/current-password.ts';
import { updateRoutes } from './features/backups/update/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { createWebhookSettings } from './features/settings/webhook-settings.ts';
import { taskRoutes } from './features/tasks/routes.ts';
import { teamRoutes } from './features/team/routes.ts';
import { urgentRoutes } from './features/urgent/routes.ts';
import type { Parts } from './parts.ts';
import type { HttpMetrics } from './platform/http/metrics.ts';
import { writeFileDurably } from './platform/storage/writing.ts';
import { dataFolder } from './platform/storage/data-folder.ts';
import { release, releaseText } from './platform/process/assets.ts';
import type { ProcessUsage } from './platform/process/process-usage.ts';

/** Functions and values that exist only once the server is created. */
export interface RunningServer {
  isClosing(): boolean;
  metrics(): HttpMetrics;
  process(): ProcessUsage;
  installation(): Installation;
  /** Returns the served certificate; undefined without https. */
  certificate(): ServedCertificate | undefined;
  /** Certificate of the server's own authority in PEM. */
  authority: string | undefined;
}

/** Returns functions that end the sockets of a session, a member or a screen, or make them reconnect. */
function createSocketClosers({ endSessions, reconnect }: Parts['sockets']) {
  return {
    closeSessionSockets: (sessionHash: string) => endSessions(({ user }) => user?.sessionHash === sessionHash),
    closeOtherSockets: ({ userId, memberId }: PersonKey, keptHash: string) =>
      endSessions(
        ({ user }) =>
          user?.userId === userId && (user.member?.id ?? null) === memberId && user.sessionHash !== keptHash,
      ),
    reopenSockets: (sessionHash: string) => reconnect(({ user }) => user?.sessionHash === sessionHash),
    endMemberSockets: (memberId: number, reason?: SessionEndReason) =>
      endSessions(({ user }) => user?.member?.id === memberId, reason),
    endPlayerSockets: (playerId: number) => endSessions(({ player }) => player?.playerId === playerId),
  };
}

export function createRoutes(parts: Parts, server: RunningServer): Handlers {
  const { config, database, backups, heartbeats, media, sockets, tools } = parts;
  // If the disk cannot be read, overview and metrics respond without its space, and the health reports the problem.
  const space = () => parts.freeSpace().catch(() => undefined);
  const { publicUrl, maxUploadMb, timeZone } = config;
  const overview = createOverviewStore(database, backups.lastAt);
  const { health, isReady } = createHealth({
    ...parts,
    probeFile: dataFolder(config.dataDir).writeProbe,
    isBackupFolderUsable: backups.isFolderUsable,
    lastBackupAt: backups.lastAt,
    backupTask: () => parts.tasks.find('backup'),
    installedAt: overview.installedAt,
    missingFiles: parts.missingFiles.count,
    certificate: server.certificate,
    isClosing: server.isClosing,
  });
  const socketClosers = createSocketClosers(sockets);
  const screens = createScreenService({ ...parts, ...socketClosers });
  const accountDeps = { ...parts, ...socketClosers, publicUrl, setAllScreensOffline: heartbeats.setAllOffline };
  const reauthentication = createReauthentication(accountDeps);
  return {
    ...accountRoutes(accountDeps),
    ...accountAdminRoutes(accountDeps),
    ...auditRoutes(parts),
    ...onboardingRoutes(parts),
    ...teamRoutes({ ...accountDeps, assertGoodPassword }),
    ...categoryRoutes(parts),
    ...mediaRoutes({ ...parts, maxUploadMb }),
    ...importRoutes(parts),
    ...playRoutes(parts),
    ...playlistRoutes(parts),
    ...programmeRoutes(parts),
    ...groupRoutes({ ...parts, screens }),
    ...playerRoutes({ ...parts, ...socketClosers }),
    ...callRoutes(parts),
    ...urgentRoutes(parts),
    ...messageRoutes(parts),
    ...radioRoutes(parts),
    ...soundtrackRoutes(parts),
    ...noticeRoutes(parts),
    ...clinicRoutes(parts),
    ...displayRoutes(parts),
    ...settingsRoutes({
      ...parts,
      problems: async () => (await health()).problems,
      overview,
      mail: createMailSettings({ ...parts, environment: config.mail }),
      webhook: createWebhookSettings(parts),
      version: releaseText,
      disk: async () => describeDisk(await space(), media.totals().storedBytes),
      newerVersion: parts.updates.newerVersion,
    }),
    ...taskRoutes({ ...parts, reauthentication }),
    ...updateRoutes({ ...parts, reauthentication }),
    ...firstStepsRoutes({
      ...{ ...accountDeps, screens, assertGoodPassword, timeZone },
      writeFirstRun: (text) => writeFileDurably(dataFolder(config.dataDir).firstRun, text, 0o600),
      mayBeBehindProxy: config.trustProxy.length > 0 || publicUrl !== undefined,
      chooseZone: (account, zone, by) => chooseZone(parts, account, zone, by),
    }),
    ...installationRoutes(server),
    ...metricsRoutes({
      store: createMetricsStore(database),
      http: server.metrics,
      sockets: sockets.counts,
      onlineScreens: heartbeats.onlineCount,
      lastBackupAt: backups.lastAt,
      health,
      certificate: server.certificate,
      disk: space,
      process: server.process,
      token: config.metricsToken,
      isBehindProxy: config.trustProxy.length > 0,
      version: releaseText,
      nodeVersion: process.versions.node,
      clock: parts.clock,
    }),
    ...docsRoutes(release.version),
    ...healthRoutes({
      health,
      isReady,
      ffmpeg: tools.canTranscode,
      version: releaseText,
      clock: parts.clock,
    }),
  } satisfies Handlers;
}
