/** Defines one valid call of every endpoint, with ids of the test clinic. */
import { api, type ApiKey } from '../contract/api/index.ts';
import { testAdmin, testCodes as codes } from './app.ts';
import type { CallInput } from './client.ts';
import type { Clinic } from './clinic.ts';
import { samplePoster } from '../features/media/testing/sample-poster.ts';

/** Keys of all calls, in the order of the contract. */
export const apiKeys = Object.keys(api) as ApiKey[];

/** Sample request for an endpoint. Bodies that are not JSON are in `raw`. */
export type SampleCall<Key extends ApiKey = ApiKey> = CallInput<Key> & {
  raw?: { content: Uint8Array<ArrayBuffer> | FormData; type?: string };
};
export type SampleCalls = { [Key in ApiKey]: SampleCall<Key> };
type KeyWithInput = { [Key in ApiKey]: object extends CallInput<Key> ? never : Key }[ApiKey];
/** Calls that need no input need no sample. */
type SamplesWithInput = Partial<SampleCalls> & Pick<SampleCalls, KeyWithInput>;

export function sampleCalls(clinic: Clinic): SampleCalls {
  const { owner, subject, screen, picture, videoId, failedId, categoryId, playlistId, emptyUpload, queue } = clinic;
  const ofPlaylist = { params: { id: playlistId } };
  const ofVideo = { params: { id: videoId } };
  const ofImport = { params: { id: clinic.importId } };
  const ofScreen = { params: { id: screen.playerId } };
  const ofUrgent = { params: { id: clinic.urgentId } };
  const ofPlatformUrgent = { params: { id: clinic.platformUrgentId } };
  const ofGroup = { params: { id: clinic.groupId } };
  const ofMember = { params: { id: clinic.team.memberId } };
  const ofMessage = { params: { id: clinic.messageId } };
  const ofSubject = { params: { id: subject.user.id } };
  const ofCategory = { params: { id: categoryId } };
  const ofNotice = { params: { id: clinic.noticeId } };
  const ofStation = { params: { id: clinic.stationId } };
  const ofSoundtrack = { params: { id: clinic.music.soundtrackId } };
  const ofTrack = { params: { id: clinic.music.trackId } };
  const access = { params: { userId: subject.user.id, categoryId } };
  const noticeBody = { title: 'Aviso', message: 'Amanhã', noticeType: 'user', targetUserId: owner.user.id } as const;

  const samplesWithInput: SamplesWithInput = {
    'PUT /api/user/password': {
      body: { currentPassword: owner.password, newPassword: 'três palavras juntas', endTokens: false },
    },
    'PUT /api/user/identity': {
      body: { currentPassword: owner.password, username: 'Diretora', email: 'diretora@clinica.test' },
    },
    'POST /api/user/identity/confirmation': { body: { code: 'ABCDEFGH' } },
    'PUT /api/user/time-zone': { body: { timeZone: 'America/Manaus' } },
    'PUT /api/clinic-profile': {
      body: {
        name: 'Clínica Sol',
        cnpj: '11.222.333/0001-81',
        crmPj: '98765',
        director: { name: 'Dra. Ana Souza', crmState: 'SP', crm: '123456', rqe: '7890' },
        doctors: [{ name: 'Dr. Rui Lima', specialty: 'Cardiologia', crmState: 'SP', crm: '654321', rqe: '' }],
      },
    },
    'POST /api/onboarding/skip': { body: { step: 'room' } },
    'DELETE /api/user/sessions/:key': { params: { key: clinic.otherSessionKey } },
    'POST /api/user/second-factor': { body: { currentPassword: owner.password, code: '123456' } },
    'POST /api/user/second-factor/disable': { body: { currentPassword: owner.password, code: '123456' } },
    'POST /api/user/second-factor/recovery-codes': { body: { currentPassword: owner.password, code: '123456' } },
    'POST /api/login/second-factor': { body: { code: '123456' } },
    'POST /api/login/second-factor/setup': { body: { code: '123456' } },
    'POST /api/login': { body: { email: owner.user.email, password: owner.password } },
    'POST /api/register/validate-code': { body: { code: codes.accessCode } },
    'POST /api/register': {
      body: { username: 'Novata', email: 'novata@clinica.test', password: 'segredo1', accessCode: codes.accessCode },
    },
    'GET /api/user/audit': { query: { text: 'entrou', kind: 'session' } },

    'POST /api/team/members': { body: { email: 'nova@clinica.test', role: 'reception' } },
    'PATCH /api/team/members/:id': { ...ofMember, body: { role: 'editor', status: 'blocked' } },
    'DELETE /api/team/members/:id': ofMember,
    'POST /api/team/members/:id/invitation': ofMember,
    'POST /api/invitations/find': { body: { code: clinic.team.invitationCode } },
    'POST /api/invitations/accept': {
      body: { code: clinic.team.invitationCode, name: 'Convidada', password: 'três palavras juntas' },
    },
    'POST /api/tokens': { body: { name: 'Placar', scopes: ['messages', 'screens:read'], days: 90 } },
    'DELETE /api/tokens/:id': { params: { id: clinic.team.tokenId } },

    'POST /api/upload-url': {
      body: {
        fileName: 'sala.png',
        fileType: 'image/png',
        contentType: 'image/png',
        isTrack: false,
        isArchive: false,
        fileSize: picture.length,
        purpose: 'advertising',
      },
    },
    'HEAD /api/uploads/:key': { params: { key: emptyUpload } },
    'PUT /api/uploads/:key': { params: { key: emptyUpload }, raw: { content: picture, type: 'image/png' } },
    'DELETE /api/uploads/:key': { params: { key: emptyUpload } },
    'POST /api/videos': {
      body: {
        name: 'Sala',
        r2Path: clinic.finishedUpload,
        sizeMb: 1,
        mediaType: 'image',
        displayDuration: 20,
        useAmbientBackground: false,
        purpose: 'advertising',
        validUntil: '2090-12-31',
        poster: samplePoster(),
      },
    },
    'POST /api/upload': { raw: { content: clinic.form } },
    'GET /api/imports/:id': ofImport,
    'GET /api/imports/:id/report.csv': ofImport,
    'POST /api/imports': { body: { r2Path: clinic.archiveKey, name: 'Clínica antiga' } },
    'POST /api/imports/:id/start': ofImport,
    'POST /api/imports/:id/stop': ofImport,
    'DELETE /api/imports/:id': ofImport,
    'POST /api/admin/imports': { body: { folder: clinic.importFolder } },
    'PATCH /api/videos/:id': {
      ...ofVideo,
      body: {
        name: 'Nova fachada',
        displayDuration: 40,
        useAmbientBackground: false,
        fit: 'cover',
        validFrom: '2026-01-01',
        validUntil: '2090-12-31',
        purpose: 'advertising',
      },
    },
    'DELETE /api/videos/:id': { params: { id: failedId } },
    'POST /api/videos/:id/restore': { params: { id: clinic.deletedVideoId } },
    'POST /api/videos/:id/retry': { params: { id: failedId } },
    'POST /api/videos/:id/replace': { ...ofVideo, body: { r2Path: clinic.finishedUpload, poster: samplePoster() } },
    'DELETE /api/videos/:id/replacement': { params: { id: clinic.replacedId } },
    'GET /api/videos/:id/poster': { params: { id: clinic.replacedId } },
    'GET /media/:file': {
      params: { file: clinic.mediaUrl.pathname.slice('/media/'.length) },
      query: Object.fromEntries(clinic.mediaUrl.searchParams) as { e: string; s: string },
    },

    'POST /api/playlists': { body: { name: 'Tarde', isRandom: true, copyOf: playlistId } },
    'GET /api/playlists/:id': ofPlaylist,
    'PATCH /api/playlists/:id': { ...ofPlaylist, body: { name: 'Manhã', isRandom: true } },
    'DELETE /api/playlists/:id': ofPlaylist,
    'POST /api/playlists/:id/restore': { params: { id: clinic.deletedPlaylistId } },
    'GET /api/videos/:id/use': ofVideo,
    'POST /api/videos/delete': { body: { ids: [videoId] } },
    'POST /api/videos/restore': { body: { ids: [clinic.deletedVideoId] } },
    'PUT /api/playlists/:id/order': { ...ofPlaylist, body: { videoIds: [clinic.platformId, videoId, failedId] } },
    'GET /api/playlists/:id/assignments': ofPlaylist,
    'GET /api/playlists/:id/randomized': ofPlaylist,
    'GET /api/playlists/:id/breaking-news': ofPlaylist,
    'GET /api/videos/:videoId/assignments': { params: { videoId } },
    'POST /api/videos/:videoId/assignments': { params: { videoId }, body: { playlistId, frequency: 3 } },
    'DELETE /api/videos/:videoId/assignments/:playlistId': { params: { videoId, playlistId } },

    'PUT /api/videos/:videoId/assignments/:playlistId/windows': {
      params: { videoId, playlistId },
      body: { windows: [{ days: [0, 1], from: 420, to: 720 }] },
    },
    'POST /api/schedules': {
      body: {
        ...{ plays: playlistId, days: [0, 1, 2, 3, 4], from: 420, to: 720, weeks: 'even', priority: 2, isExact: true },
        ...{
          firstDate: '2026-01-01',
          lastDate: '2026-12-31',
          name: 'Manhã',
          dates: ['2026-06-01/2026-06-03', '06-24', 'easter-2'],
          isPaused: false,
          targets: [{ kind: 'screen', id: screen.playerId }],
        },
      },
    },
    'PATCH /api/schedules/:id': {
      params: { id: clinic.scheduleId },
      body: {
        ...{ plays: 'dark', days: [5, 6], from: 0, to: 0, weeks: 'odd', priority: 3, isExact: false },
        ...{
          firstDate: null,
          lastDate: null,
          name: 'Natal',
          dates: ['12-25'],
          isPaused: true,
          targets: [{ kind: 'screen', id: clinic.spareId }],
        },
      },
    },
    'GET /api/opening-hours': {},
    'PUT /api/opening-hours': {
      body: { windows: [{ days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0 }], outside: 'base' },
    },
    'DELETE /api/schedules/:id': { params: { id: clinic.scheduleId } },
    'GET /api/my-players/:id/programme': { ...ofScreen, query: { at: '2026-03-02T12:00:00Z' } },
    'POST /api/screen-groups': { body: { name: 'Térreo', playerIds: [screen.playerId] } },
    'PATCH /api/screen-groups/:id': { ...ofGroup, body: { name: 'Salas', playerIds: [clinic.spareId] } },
    'DELETE /api/screen-groups/:id': ofGroup,
    'POST /api/screen-groups/:id/assign-playlist': { ...ofGroup, body: { playlistId } },
    'POST /api/my-players/:id/assign-playlist': { ...ofScreen, body: { playlistId, onlyIfStopped: false } },
    'POST /api/my-players/:id/remove-playlist': ofScreen,
    'PATCH /api/my-players/:id/rename': { ...ofScreen, body: { name: 'Entrada' } },
    'PUT /api/my-players/:id/call-layout': { ...ofScreen, body: { callLayout: 'panel' } },
    'PATCH /api/my-players/:id/settings': {
      ...ofScreen,
      body: {
        rotation: 90,
        volume: 45,
        quietHours: { days: [0, 6], from: 1320, to: 360, mutesCalls: true },
        darkBrightness: 20,
      },
    },
    'POST /api/my-players/:id/identify': ofScreen,
    'POST /api/my-players/:id/restart': ofScreen,
    'POST /api/my-players/:id/disconnect': ofScreen,

    'POST /api/player/activate': {
      body: { activationCode: clinic.activationCode, deviceInfo: { userAgent: 'teste' } },
    },
    'POST /api/player/pairing': { body: { deviceInfo: { userAgent: 'teste' }, secret: 'um segredo' } },
    'POST /api/player/pairing/poll': { body: { secret: clinic.pairing.secret } },
    'POST /api/player/validate-token': { body: { token: screen.token } },
    'POST /api/player/renew-token': { body: { playerId: screen.playerId, deviceInfo: 'teste' } },
    'POST /api/player/heartbeat': {
      body: {
        token: screen.token,
        playerId: screen.playerId,
        state: { videoId, lastError: 'nenhum', version: '1', engine: 'Teste', playingSince: '2026-03-02T12:00:00Z' },
      },
    },
    'GET /api/player/info': { query: { playerId: screen.playerId } },
    'GET /api/player/playlists/:id/randomized': ofPlaylist,
    'GET /api/player/videos/:id/url': ofVideo,
    'GET /api/pairing/:code': { params: { code: clinic.pairing.code } },
    'POST /api/pairing/:code/claim': {
      params: { code: clinic.pairing.code },
      body: { playerId: clinic.spareId, playlistId, replace: false },
    },
    'PUT /api/display-settings': { body: { shrinksPicture: false } },
    'PUT /api/display-settings/logo': { raw: { content: picture, type: 'image/png' } },
    'POST /api/player/mode-code': { body: { password: codes.playerModePassword } },
    'POST /api/player/options-code': { body: { action: 'exit', code: codes.playerExitCode } },

    'POST /api/calls': { body: { label: 'P042', roomId: queue.roomId, isPriority: true, isTest: false } },
    'POST /api/calls/next': { body: { roomId: queue.roomId, kinds: ['normal'] } },
    'POST /api/calls/:id/repeat': { params: { id: queue.callId } },
    'PATCH /api/calls/:id': { params: { id: queue.callId }, body: { isAbsent: true } },
    'GET /api/calls': { query: { day: '2026-11-22' } },
    'GET /api/plays/report': { query: { day: '2026-11-22', period: 'month' } },
    'GET /api/plays/report.csv': { query: { day: '2026-11-22', period: 'month' } },
    'POST /api/player/plays': {
      body: {
        plays: [
          {
            uuid: '5f0c2b6e-8a1d-4c3e-9f70-1b2a3c4d5e6f',
            item: clinic.videoId,
            sha256: 'a'.repeat(64),
            playlist: playlistId,
            rule: null,
            startedAt: '2026-11-22T12:00:00.000Z',
            ms: 20_000,
            end: 'complete',
            hadSound: false,
          },
        ],
      },
    },
    'GET /api/calls/report': { query: { day: '2026-11-22' } },
    'GET /api/calls/report.csv': { query: { day: '2026-11-22' } },
    'POST /api/tickets': { body: { kind: 'over80', serviceId: queue.serviceId } },
    'PATCH /api/tickets/:id': { params: { id: queue.ticketId }, body: { status: 'cancelled' } },
    'POST /api/tickets/:id/forward': {
      params: { id: queue.ticketId },
      body: { serviceId: queue.serviceId, roomId: queue.roomId },
    },
    'POST /api/call-rooms': {
      body: { name: 'Triagem', colour: '#112233', playerIds: [screen.playerId], groupIds: [clinic.groupId] },
    },
    'PATCH /api/call-rooms/:id': {
      params: { id: queue.roomId },
      body: { name: 'Consultório 2', colour: '#112233', playerIds: [screen.playerId], groupIds: [clinic.groupId] },
    },
    'DELETE /api/call-rooms/:id': { params: { id: queue.roomId } },
    'POST /api/call-services': { body: { name: 'Coleta', prefix: 'C', roomIds: [queue.roomId] } },
    'PATCH /api/call-services/:id': {
      params: { id: queue.serviceId },
      body: { name: 'Raio-X', prefix: 'R', roomIds: [queue.roomId], position: 0 },
    },
    'DELETE /api/call-services/:id': { params: { id: queue.serviceId } },
    'PUT /api/call-settings': {
      body: {
        chime: false,
        voice: false,
        engine: 'espeak',
        isDigitByDigit: true,
        repetitions: 2,
        seconds: 20,
        layout: 'fullScreen',
        queueEnabled: true,
        prefixes: { normal: 'A', preferential: 'B', over80: 'C' },
        alternation: 2,
        dayStartsAt: 5,
        carriesOver: true,
      },
    },
    'PUT /api/call-settings/names': { body: { namePolicy: 'full', confirmed: true } },
    'PUT /api/call-recordings': { query: { word: 'Guichê 1' }, raw: { content: queue.sound, type: 'audio/mpeg' } },
    'DELETE /api/call-recordings': { query: { word: `Sala ${queue.roomId}` } },
    'PUT /api/call-source': {
      body: {
        isActive: false,
        url: 'https://sga.test/novosga',
        unitId: 2,
        serviceIds: [1, 3],
        clientId: 'antessala',
        clientSecret: 'segredo',
        username: 'painel',
        password: 'senha',
      },
    },
    'GET /api/voice/:file': {
      params: { file: queue.voiceUrl.pathname.slice('/api/voice/'.length) },
      query: Object.fromEntries(queue.voiceUrl.searchParams) as { e: string; s: string },
    },
    'GET /api/player/calls': { query: { after: 0, afterKey: queue.callKey } },
    'POST /api/player/urgent/:id/shown': { ...ofUrgent, body: { key: clinic.urgentKey, hadSound: true } },
    'PUT /api/player/calls/queue': { body: { calls: [{ id: queue.callId, key: queue.callKey, startsInMs: 9_000 }] } },
    'POST /api/player/calls/:id/shown': {
      params: { id: queue.callId },
      body: { key: queue.callKey, hadSound: true, times: 1 },
    },

    'GET /api/urgent': { query: { before: 99 } },
    'GET /api/urgent/:id': ofUrgent,
    'POST /api/urgent': {
      body: {
        ...{ preset: 'evacuation', text: 'Saiam pela porta da frente', minutes: 30, chime: false },
        ...{ isForAll: false, playerIds: [screen.playerId], groupIds: [clinic.groupId] },
      },
    },
    'POST /api/urgent/:id/end': ofUrgent,

    'POST /api/breaking-news': { body: { title: 'Hoje', message: 'Fechamos às 18h', isActive: true } },
    'PATCH /api/breaking-news/:id': {
      ...ofMessage,
      body: { title: 'Hoje', message: 'Fechamos às 17h', isActive: false },
    },
    'DELETE /api/breaking-news/:id': ofMessage,
    'GET /api/breaking-news/:id/playlists': ofMessage,
    'POST /api/breaking-news/:id/playlists': { ...ofMessage, body: { playlistIds: [] } },
    'POST /api/radio-stations/:id/check': ofStation,
    'PUT /api/radio-settings': {
      body: {
        ...{ selectedRadioId: clinic.stationId, selectedSoundtrackId: null },
        ...{ isEnabled: true, volume: 45 },
        quiet: { windows: [{ days: [0, 1], from: 720, to: 840 }], playlistIds: [playlistId] },
        ecad: { contract: '123-4', endsOn: '2027-03-31' },
      },
    },
    'POST /api/soundtracks': { body: { name: 'Tarde' } },
    'PATCH /api/soundtracks/:id': { ...ofSoundtrack, body: { name: 'Noite' } },
    'DELETE /api/soundtracks/:id': ofSoundtrack,
    'POST /api/soundtracks/:id/tracks': { ...ofSoundtrack, body: { name: 'Valsa', r2Path: clinic.music.upload } },
    'PATCH /api/tracks/:id': { ...ofTrack, body: { name: 'Valsa', licenceNote: 'Comprada em 2026' } },
    'DELETE /api/tracks/:id': ofTrack,
    'POST /api/tracks/:id/restore': { params: { id: clinic.music.deletedId } },
    'POST /api/tracks/:id/retry': { params: { id: clinic.music.failedId } },
    'GET /api/tracks/:id/licence': ofTrack,
    'PUT /api/tracks/:id/licence': { ...ofTrack, raw: { content: picture, type: 'image/png' } },
    'DELETE /api/tracks/:id/licence': ofTrack,
    'PUT /api/my-players/:id/soundtrack': { ...ofScreen, body: { soundtrackId: clinic.music.soundtrackId } },
    'GET /api/radio/:id/stream': ofStation,

    'GET /api/admin/audit': { query: { screenId: screen.playerId, until: '2090-01-01T00:00:00Z' } },
    'POST /api/admin/users/:id/approve': ofSubject,
    'POST /api/admin/users/:id/block': ofSubject,
    'POST /api/admin/users/:id/reset-password': { ...ofSubject, body: { newPassword: 'novasenha' } },
    'GET /api/admin/users/:id/quotas': ofSubject,
    'PUT /api/admin/users/:id/quotas': {
      ...ofSubject,
      body: {
        ...{ maxStorageGb: 2, maxPlaylists: 3, maxVideos: 10, maxPlayers: 4 },
        canAccessBreakingNews: false,
        canAccessRadio: false,
        canAccessManagement: false,
      },
    },
    'DELETE /api/admin/users/:id/space-request': ofSubject,
    'DELETE /api/admin/users/:id/second-factor': ofSubject,
    'GET /api/admin/users/:id/members': ofSubject,
    'DELETE /api/admin/members/:id/second-factor': { params: { id: clinic.team.memberId } },
    'PUT /api/admin/users/:id/second-factor': { ...ofSubject, body: { isRequired: true } },
    'PUT /api/admin/users/:id/time-zone': { ...ofSubject, body: { timeZone: 'America/Manaus' } },
    'GET /api/admin/users/:id/call-source': ofSubject,
    'PUT /api/admin/users/:id/call-source': { ...ofSubject, body: { allowedAddress: '192.168.0.10:80' } },
    'PATCH /api/admin/users/:id/profile': { ...ofSubject, body: { role: 'admin', userType: 'gestor' } },
    'DELETE /api/admin/users/:id': ofSubject,

    'POST /api/admin/users/:userId/players/batch': { params: { userId: subject.user.id }, body: { quantity: 2 } },
    'POST /api/admin/players/:id/assign-playlist': { ...ofScreen, body: { playlistId, onlyIfStopped: false } },
    'DELETE /api/admin/players/:id/assign-playlist': ofScreen,
    'GET /api/admin/players/:id/playlists': ofScreen,
    'POST /api/admin/players/:id/disconnect': ofScreen,
    'POST /api/admin/players/:id/reset': ofScreen,
    'POST /api/admin/players/:id/identify': ofScreen,
    'POST /api/admin/players/:id/restart': ofScreen,
    'PATCH /api/admin/players/:id': { ...ofScreen, body: { status: 'paused', name: 'Entrada' } },
    'DELETE /api/admin/players/:id': ofScreen,

    'POST /api/admin/categories': { body: { name: 'Bem-estar', description: 'Dicas' } },
    'PATCH /api/admin/categories/:id': { ...ofCategory, body: { name: 'Bem-estar', description: 'Dicas' } },
    'DELETE /api/admin/categories/:id': ofCategory,
    'GET /api/admin/categories/:id/users': ofCategory,
    'GET /api/admin/categories/:id/videos': ofCategory,
    'POST /api/admin/users/:userId/categories/:categoryId': access,
    'DELETE /api/admin/users/:userId/categories/:categoryId': access,
    'DELETE /api/admin/platform-videos/:id': { params: { id: clinic.platformId } },

    'GET /api/admin/urgent/:id': ofPlatformUrgent,
    'POST /api/admin/urgent': {
      body: {
        ...{ preset: 'system', text: 'O sistema volta em instantes', minutes: 30, chime: false },
        ...{ isForAll: false, playerIds: [screen.playerId], userIds: [owner.user.id] },
      },
    },
    'POST /api/admin/urgent/:id/end': ofPlatformUrgent,
    'POST /api/admin/notices': {
      body: {
        ...noticeBody,
        backgroundColor: '#112233',
        textColor: '#ffffff',
        isActive: true,
        displayIntervalSeconds: 60,
        displayDurationSeconds: 60,
      },
    },
    'PUT /api/admin/notices/:id': { ...ofNotice, body: noticeBody },
    'PATCH /api/admin/notices/:id/toggle': { ...ofNotice, body: { isActive: false } },
    'DELETE /api/admin/notices/:id': ofNotice,

    'PATCH /api/admin/settings': {
      body: {
        accessCode: 'NOVO1',
        playerModePassword: 'NOVO2',
        playerExitCode: 'NOVO3',
        playerResetCode: 'NOVO4',
        deviceResetCode: 'NOVO5',
        logLevel: 'error',
        requiresSecondFactor: false,
        clinicName: 'Clínica Girassol',
        contact: { name: 'Equipe', address: '+5511999998888' },
        mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'tv@clinica.test' },
        webhook: { url: 'https://avisos.test/topico', secret: 'um-segredo', allowPrivate: false },
      },
    },
    'POST /api/admin/mail-test': { body: { to: 'ana@clinica.test' } },
    'POST /api/admin/videos/:id/retry': { params: { id: failedId } },
    'DELETE /api/admin/videos/:id': { params: { id: failedId } },
    'POST /api/admin/tasks/:name/run': { params: { name: 'quota-recount' } },
    'POST /api/admin/update': { body: { sha256: 'a'.repeat(64), currentPassword: testAdmin.password } },
    'POST /api/admin/backups/:name/restore': {
      params: { name: clinic.backupName },
      body: { currentPassword: testAdmin.password },
    },
    'GET /api/admin/backups/:name/since': { params: { name: clinic.backupName } },
    'GET /api/admin/backups/:name/download': { params: { name: clinic.backupName } },
    'POST /api/admin/radio-stations': {
      body: { name: 'Outra Rádio', genre: 'Pop', upstreamUrl: 'https://radio.test/pop', isActive: true, unheard: true },
    },
    'GET /api/admin/radio-stations/trial': { query: { upstreamUrl: clinic.stationUrl } },
    'PATCH /api/admin/radio-stations/:id': {
      ...ofStation,
      body: {
        name: 'Rádio Nova',
        genre: 'Rock',
        upstreamUrl: 'https://radio.test/rock',
        isActive: false,
        unheard: true,
      },
    },
    'DELETE /api/admin/radio-stations/:id': ofStation,
    'GET /api/first-steps': { query: { backupDirectory: '/media/disco' } },
    'POST /api/first-steps': {
      body: {
        clinicName: 'Clínica Girassol',
        contact: { name: 'Equipe', address: '+5511999998888' },
        username: 'Direção',
        email: 'direcao@clinica.test',
        password: 'três palavras juntas',
        timeZone: 'America/Manaus',
        backupDirectory: null,
        screenName: 'Recepção',
      },
    },
  };
  return { ...(Object.fromEntries(apiKeys.map((key) => [key, {}])) as SampleCalls), ...samplesWithInput };
}
