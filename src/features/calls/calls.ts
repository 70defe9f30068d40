/** Creates the stores and services for calling patients. */
import type { Publish } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { IdempotencyStore } from '../../platform/storage/idempotency-store.ts';
import type { Audit } from '../audit/audit.ts';
import type { Recordings } from '../media/upload/direct-uploads.ts';
import type { FileStore } from '../media/library/file-store.ts';
import type { MediaFolder } from '../media/library/folder.ts';
import type { MediaUrls } from '../media/library/urls.ts';
import type { ProgrammeStore } from '../programme/store.ts';
import type { PlayerStore } from '../players/store.ts';
import { createCallAges } from './call-ages.ts';
import { createCallStore, type StoredCall } from './call-store.ts';
import { createLastCalls } from './last-calls.ts';
import { dayIn } from './call-policies.ts';
import { createCallRecordings } from './voice/recordings.ts';
import { createRecordingStore } from './voice/recording-store.ts';
import { createNovoSga } from './novo-sga.ts';
import { createScreenQueues } from './screen-queues.ts';
import { createCallReports } from './report/report.ts';
import { screensOf } from './screens.ts';
import { createCallService } from './service.ts';
import { createCallSetup } from './setup.ts';
import { createCallSetupStore, type LostCalls } from './setup-store.ts';
import { spokenLabel, spokenRoom } from './voice/speech.ts';
import type { SpeechEngine } from './voice/speech-engines.ts';
import { createServices } from './services/services.ts';
import { createServiceStore } from './services/service-store.ts';
import { createTicketStore } from './ticket-store.ts';
import { createCallViews } from './views.ts';
import { createVoice } from './voice/voice.ts';

export interface CallsDeps {
  engines: readonly SpeechEngine[];
  voiceDirectory: string;
  /** Signs addresses below `/api/voice/`. */
  voiceUrls: MediaUrls;
  voiceSecret: string;
  recordings: Pick<Recordings, 'save'>;
  media: { files: Pick<FileStore, 'dropUnused'> };
  /** Signs addresses of media, for recordings. */
  urls: Pick<MediaUrls, 'sign'>;
  folder: Pick<MediaFolder, 'mediaPath'>;
  players: Pick<PlayerStore, 'list'>;
  isOnline(playerId: number): boolean;
  timeZones: Pick<TimeZones, 'of'>;
  programme: Pick<ProgrammeStore, 'openingHours'>;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  idempotencyKeys: Pick<IdempotencyStore, 'removeOf'>;
  publish: Publish;
  database: Database;
  clock: Clock;
  sampledLog: SampledLog;
}

export type CallParts = ReturnType<typeof createCalls>;

export function createCalls(deps: CallsDeps) {
  const { database, clock } = deps;
  const stores = {
    calls: createCallStore(database),
    tickets: createTicketStore(database),
    setup: createCallSetupStore(database),
    services: createServiceStore(database),
  };
  const { calls, setup } = stores;
  const inMemory = { ages: createCallAges(clock), queues: createScreenQueues(clock) };
  const lastCalls = createLastCalls({ ...stores, ...inMemory });
  const voice = createVoice({
    engines: deps.engines,
    directory: deps.voiceDirectory,
    urls: deps.voiceUrls,
    secret: deps.voiceSecret,
    recordingPath: (sha256) => deps.folder.mediaPath(sha256, 'wav'),
    sampledLog: deps.sampledLog,
    clock,
  });
  const recordings = createCallRecordings({
    ...deps,
    files: deps.media.files,
    stored: createRecordingStore(database),
    setup,
  });
  const timeZoneOf = (userId: number) => deps.timeZones.of(setup.timeZone(userId));
  const dayOf = (userId: number, at: number) =>
    dayIn(timeZoneOf(userId), at - setup.settings(userId).dayStartsAt * 3_600_000);

  /** Returns the URLs of the sounds of a call's label and room, or an empty list. Starts the synthesis of missing sounds. */
  function soundsOf(userId: number, { label, isName, roomName }: StoredCall): string[] {
    const settings = setup.settings(userId);
    if (!settings.voice) return [];
    const spoken = spokenLabel(label, { isName, isDigitByDigit: settings.isDigitByDigit });
    const words = [
      { segments: recordings.segmentsOf(userId, spoken, isName), isName },
      { segments: recordings.segmentsOf(userId, spokenRoom(roomName), false), isName: false },
    ];
    const addresses = words.flatMap((each) => voice.addressOf(userId, each, settings.engine) ?? []);
    return addresses.length === words.length ? addresses : [];
  }
  const shared = {
    ...deps,
    ...stores,
    ...inMemory,
    dayOf,
    timeZoneOf,
    openingHoursOf: deps.programme.openingHours,
    screensOf: (userId: number) => screensOf({ players: deps.players, calls }, userId),
  };
  const views = createCallViews({ ...shared, soundsOf, lastCall: lastCalls.of });
  const service = createCallService({
    ...shared,
    lastCalls,
    patchOf: views.patch,
    withoutFullNames: views.withoutFullNames,
    prepareVoice: soundsOf,
    deleteSpokenNames: voice.deleteNames,
  });

  /** Adds to today's number of calls that other software made and this server did not. Must be called inside a transaction. */
  function recordLostCalls(userId: number, lost: LostCalls): void {
    setup.recordLostCalls(userId, dayOf(userId, clock.now()), clock.now(), lost);
    deps.publish(`user:${userId}`, { type: 'callsChanged' });
  }

  const novoSga = createNovoSga({
    activeSources: setup.activeSources,
    call: (userId, sourceCall) => void service.callFromSource(userId, sourceCall),
    savedMark: setup.panelMark,
    saveMark: setup.setPanelMark,
    recordLostCalls,
    inTransaction: (work) => database.tx(work),
    sampledLog: deps.sampledLog,
    clock,
  });

  return {
    service,
    views,
    reports: createCallReports(shared),
    voice,
    rooms: setup.rooms,
    services: createServices({ ...deps, ...stores }),
    recordings,
    lastCall: lastCalls.forPoll,
    stateOfSource: novoSga.stateOf,
    recordLostCalls,
    lostToday: (userId: number) => setup.lostOf(userId, dayOf(userId, clock.now())),
    setup: createCallSetup({
      ...deps,
      ...stores,
      lastCalls,
      canSpeak: voice.canSpeak,
      deleteSpokenNames: voice.deleteNames,
      sourceChanged: novoSga.check,
    }),

    sweep: service.sweep,
    start: novoSga.start,

    async close(): Promise<void> {
      novoSga.close();
      await voice.whenIdle();
    },
  };
}
