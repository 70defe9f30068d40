/** All limits and times of the product; contract/README explains them. No imports, because studio and player use this file. */

export const limits = {
  /** Keys of requests that may be repeated (12.5). */
  idempotency: {
    keyLength: { min: 1, max: 200 },
    /** Time for which a repeated key gets the first response; not longer than names of patients are kept. */
    lifeMs: 12 * 3_600_000,
    /** Maximum number of stored responses, after which the oldest are deleted; a busy day of calls and tickets needs 7,000. */
    keysPerAccount: 10_000,
  },

  // Accounts (contract/README 1)
  username: { min: 3, max: 30 },
  emailLength: 254,
  password: { min: 6, max: 128, generated: 8, administratorMin: 10 },
  accessCodeLength: 10,
  contactNameLength: 60,
  clinicNameLength: 60,
  folderLength: 1000,
  /** Time in which a browser may register after it has sent the access code. */
  registrationTicketMs: 10 * 60_000,
  /** Time for which the browser of a new account may ask whether it was approved. */
  waitingAccountMs: 30 * 86_400_000,
  sessionIdleDays: 30,
  /** Days without a sign-in after which a known browser is forgotten. */
  knownDeviceDays: 400,
  /** Quotas of a new account. */
  defaultStorageMb: 3072,
  defaultMaxStorageGb: 3,
  defaultMaxPlaylists: 2,
  defaultMaxVideos: 120,
  /** Ranges that a manager may set; `default`: value of a field that a request in the short form (1.7) omits. */
  quota: {
    players: { min: 1, max: 10, default: 1 },
    playlists: { min: 1, max: 50, default: 5 },
    storageGb: { min: 1, max: 100, default: 10 },
    videosMax: 100_000,
    storageStepGb: 1,
    playlistsStep: 1,
    videosStep: 10,
  },

  /** Minimum interval between an account's requests for more space. */
  spaceRequestMs: 24 * 3_600_000,

  /** Limits of the audit log (1.17). `refusals`: refused sign-ins are counted by account and address in windows of time. */
  audit: {
    page: 50,
    download: 20_000,
    searchLength: 100,
    /** Time in which actions that repeat an entry are counted in that entry. */
    repeatWithinMs: 60_000,
    retentionDays: 365,
    maxEntries: 300_000,
    /** Maximum number of entries of one actor that are kept once the log is full. */
    maxPerActor: 20_000,
    refusals: { windowMs: 10 * 60_000, maxOpenWindows: 100, maxEntries: 20_000 },
  },

  /** Limits of the second factor (1.18): validity of the sign-in cookie, and number of recovery codes. */
  secondFactor: {
    ticketMs: 5 * 60_000,
    digits: 6,
    stepS: 30,
    recoveryCodes: 10,
    /** Time to enter the first code of a generated key. */
    keyMs: 30 * 60_000,
    /** In browsers in which the person never signed in: maximum wait between guesses, and time until guesses are forgotten. */
    unknownWaitMs: 15 * 60_000,
    rememberedMs: 6 * 3_600_000,
    /** Number of wrong codes after the correct password at which the person gets an e-mail; minimum interval of these e-mails. */
    wrongCodesUntilMail: 5,
    alarmEveryMs: 86_400_000,
  },
  /** A code that confirms a new e-mail: its length, validity, and maximum number of wrong attempts. */
  emailCode: { length: 8, validMs: 30 * 60_000, attempts: 5 },
  /** Limits of an account's members and invitation links. */
  memberNameLength: 60,
  membersPerAccount: 50,
  invitationMs: 72 * 3_600_000,
  /** Maximum number of invitation links that an account makes in a day. */
  invitationsPerDay: 60,
  apiToken: { nameLength: 60, maxDays: 730, perAccount: 20 },

  // Media (3)
  contentNameLength: 80,
  clinic: { nameLength: 80, specialtyLength: 60, doctors: 100 },
  imageSecondsChoices: [20, 40, 60],
  defaultImageSeconds: 20,
  /** Size that the upload area names; the server's MAX_UPLOAD_MB decides. */
  uploadHintMb: 100,
  /** Displayed progress in percent: started, URL received, bytes sent, content created. */
  uploadProgressSteps: [10, 25, 75, 100],
  uploadStartTimeoutMs: 15 * 60_000,
  /** Number of an account's failed contents at which uploads are refused until some of the contents are deleted. */
  maxFailedContents: 50,
  uploadIdleMs: 3_600_000,
  /** An account's own logo: maximum size of the file, and size to which it is scaled down. */
  logo: { maxMb: 5, size: { width: 640, height: 320 } },
  /** Posters: characters of a text, and of a photo as data URL (a request has at most 256 KB). */
  poster: { textLength: 3_000, photoLength: 200_000, maxZoom: 4 },
  import: {
    /** Maximum number of an account's unfinished imports. */
    open: 3,
    /** Maximum numbers of an import's files and playlists, and of items in all its playlists together. */
    files: 5_000,
    playlists: 200,
    playlistItems: 50_000,
    /** Maximum size of an archive. */
    maxGb: 20,
    /** Display time of pictures. */
    seconds: { min: 5, max: 3_600 },
    /** Time after which an unused import is deleted, and after which a finished import is removed from the list. */
    openMs: 24 * 3_600_000,
    keptMs: 30 * 24 * 3_600_000,
    /** Number of imports in the list, and of files of each kind in a response; the CSV has all. */
    listed: 20,
    shown: 200,
  },
  /** The browser keeps copies of files that were chosen for upload: their maximum total size, and how long they are kept. */
  keptFilesMb: 512,
  keptFilesMs: 24 * 3_600_000,
  /** Signed URLs of media: how long the same URL is returned, and the longest time for which a URL is valid. */
  mediaUrl: { stableMs: 24 * 3_600_000, validMs: 48 * 3_600_000 },

  /** Maximum numbers of rows that managers create for the whole server. */
  perServer: { admin_notices: 1_000, categories: 1_000, radio_stations: 500 },

  // Playlists and categories (4, 5)
  playlistNameLength: 100,
  playlistColours: 8,
  frequency: { min: 1, max: 3, default: 1 },
  categoryNameLength: 100,
  categoryDescriptionLength: 500,

  /** The programme (16): maximum numbers of an account's rules, of a rule's targets, and of an item's windows. */
  schedule: {
    ...{ perAccount: 500, targetsPerRule: 2_000, maxPriority: 9, nameLength: 60, datesPerRule: 60, windowsPerItem: 20 },
  },

  /** Groups of screens (17). */
  screenGroup: { nameLength: 40, perAccount: 50, screens: 2_000 },

  /** Limits of urgent notices (18). `running`: per account; `perScreen`: running notices that one screen receives. */
  urgent: {
    textLength: 500,
    /** Maximum number of lines: with the longest text they fit on a screen of 720 by 576. */
    lines: 20,
    minutes: { min: 5, max: 1440, default: 15 },
    targets: 2_000,
    running: 20,
    /** Maximum number within 24 hours, because each one is kept for a year. */
    perDay: 200,
    perScreen: 5,
    page: 20,
    retentionDays: 365,
  },

  // Messages (6)
  message: { titleLength: 32, textLength: 220, perUser: 12 },
  tickerRotationMs: 35_000,
  messagesRefetchMs: 30_000,

  // Radio (7)
  station: { nameLength: 100, genreLength: 60, addressLength: 500 },
  volume: { min: 0, max: 100, step: 5, default: 30 },
  radioSettingsPollMs: 5_000,
  /** Own music (7.3). `perAccount`: soundtracks of an account; `tracks`: in one soundtrack; the last two: a track's licence. */
  soundtrack: { nameLength: 60, perAccount: 20, tracks: 100, trackMinutes: 60, noteLength: 300, licenceMb: 4 },
  /** The contract with ECAD (7.4): length of its number, and days before its end from which the studio reminds of it. */
  ecad: { contractLength: 40, remindDays: 30 },

  // Pairing from the TV (9.9)
  pairing: {
    codeLength: 6,
    lifeMs: 10 * 60_000,
    renewBeforeMs: 30_000,
    pollMs: 2_000,
    /** Maximum number of waiting devices. */
    perAddress: 200,
    total: 2_000,
    /** New waiting devices of one address: `burst` at once, then `perSecond`. */
    burst: 150,
    perSecond: 1,
    /** Time without a poll after which a waiting device may be dropped for another one. */
    quietMs: 15_000,
  },

  // Notices (8)
  /** Lengths in the form, and the fixed display times of notices on the screens. */
  notice: { titleLength: 100, messageLength: 500, displaySeconds: 60, intervalSeconds: 60 },
  /** Ranges that the API accepts. */
  noticeInput: {
    titleLength: 200,
    messageLength: 1000,
    displaySeconds: { min: 3, max: 30 },
    intervalSeconds: { min: 10, max: 300 },
  },
  noticeColours: { background: '#DC2626', text: '#FFFFFF' },
  noticesRefetchMs: 30_000,
  /** Time for which a TV shows its screen's name (9.12). */
  identifyMs: 20_000,

  // Screens (9)
  playerNameLength: 255,
  screenIdLength: 6,
  activationCodeLength: 10,
  screensPerBatch: { min: 1, max: 5 },
  playerTokenDays: 90,
  heartbeatMs: 15_000,
  heartbeatFlushMs: 5_000,
  onlineWithinMs: 45_000,

  // The player (10)
  /** Time after which a video that has loaded its first frame is started, even if `canplay` has not come. */
  canPlayTimeoutMs: 2_000,
  /** Time after which an item that is not ready, or not shown, counts as failed. */
  safetyTimeoutMs: 6_000,
  mediaRetryMs: 1_000,
  transitionLockMs: 3_000,
  watchdog: { checkMs: 30_000, imageStallMs: 45_000, videoStallMs: 22 * 60_000, pausedMs: 60_000 },
  playlistBannerMs: 3_000,
  assignedPlaylistPollMs: 3_000,
  playlistRefreshMs: 30 * 60_000,
  /** No refresh within this time before or after the restart of the page (`reloadEveryMs`). */
  playlistRefreshSkipMs: 30_000,
  reloadEveryMs: 4 * 3_600_000,
  memoryCleanup: { firstMs: 2 * 60_000, everyMs: 45 * 60_000, olderThanMs: 5 * 60_000 },
  tokenValidationTimeoutMs: 5_000,
  /** Interval of the mouse movements that the page simulates, so that a TV does not go to sleep. */
  wakeFallbackMs: 30_000,
  resetRedirectMs: 1_000,

  /** Plays that screens report (19). */
  plays: {
    /** Interval of the reports, and maximum number of plays in one report. */
    sendEveryMs: 5 * 60_000,
    batch: 200,
    /** Maximum number of unacknowledged plays that a screen keeps: three days with a new picture every 13 s. */
    kept: 20_000,
    /** A shorter appearance is no play. */
    minMs: 1_000,
    /** Age above which plays no longer count. */
    maxAgeMs: 31 * 86_400_000,
    /** Interval at which the device stores the running play. Switching the device off loses the time since then. */
    saveEveryMs: 30_000,
    /** Maximum duration of one play; screens divide a longer appearance into several plays. */
    maxMs: 6 * 3_600_000,
    /** Number of a screen's plays whose uuid the server remembers, so that a play that is sent again counts once. */
    remembered: 1_000,
    /** Maximum number of contents (in a playlist) that are counted separately for a screen and day; all others share one sum. */
    sumsPerDay: 1_000,
    retentionDays: 5 * 365,
  },

  // Calling patients (15)
  calls: {
    labelLength: 60,
    roomNameLength: 40,
    rooms: 50,
    services: 12,
    serviceNameLength: 30,
    roomColour: '#0E7490',
    seconds: { min: 5, max: 30, default: 12 },
    /** Age above which an arriving call only appears in the strip, without sound. */
    freshMs: 90_000,
    /** Age from which a call is no longer sent to screens. */
    receiptMs: 15 * 60_000,
    /** Age at which labels that are names are emptied. */
    nameLifeMs: 12 * 3_600_000,
    /** Age at which a call leaves the strip, and time without the server after which a screen empties the strip. */
    stripLifeMs: 2 * 3_600_000,
    stripWithoutServerMs: 15 * 60_000,
    /** Age from which the desk marks a call that a screen has not shown. */
    notShownAfterMs: 3_000,
    /** Time after its expected start at which a call that waits on a screen counts as not shown. */
    overdueMs: 15_000,
    ticketsPerDay: 2_000,
    /** Maximum number of preferential tickets in a row. */
    alternation: 9,
    /** Wait from which the desk marks a ticket. */
    longWaitMs: 30 * 60_000,
    /** Number of calls in one response of `GET /api/calls`. */
    pageSize: 30,
    /** Includes repetitions, tests and calls of other software. */
    callsPerDay: 5_000,
    /** Maximum number of calls sent to a screen in one response, the newest ones. */
    announcedAtOnce: 50,
    /** Maximum number of calls in a screen's report of the calls that wait to be shown on it. */
    reportedAtOnce: 200,
    /** Maximum wait for a synthesized voice, and the total size of cached voices. */
    voiceMs: 1_500,
    voicesMb: 64,
    /** Own recordings of words: maximum file size, duration, and number per account. */
    recording: { maxMb: 2, seconds: 5, words: 200, wordLength: 60 },
    /** Interval between requests to Novo SGA's panel. */
    sourcePollMs: 2_000,
    /** For `lastsMs` after a new call the interval is `pollMs`. */
    sourceBurst: { pollMs: 500, lastsMs: 10_000 },
  },

  // Requests and the socket (11, 12)
  /** Maximum body of unauthenticated callers. */
  anonymousJsonBodyBytes: 16 * 1024,
  jsonBodyBytes: 256 * 1024,
  jsonDepth: 32,
  realtimeReconnectMs: 3_000,

  /** Pages of a long list: number of rows that the studio requests at a time, and the maximum that the API permits. */
  listPage: { rows: 200, max: 500 },
  /** Maximum number of contents that one request deletes or restores: so many ids fit into its body. */
  contentsPerCall: 20_000,

  // The studio (1.6, 13)
  currentUser: { freshMs: 5 * 60_000, keptMs: 10 * 60_000, retries: 3 },
  screensRefetchMs: 10_000,
  adminPlayersPollMs: 10_000,
  /** Time after which the studio removes error and status messages that were not closed. */
  toastRemovalMs: 1_000_000,
  successToastMs: 6_000,
  /** Time in which a deletion or stop can be undone. */
  undoMs: 10_000,
  refreshAnimationMs: 600,
} as const;
