/** Defines the data of calling patients (contract/README 15). */
import * as z from 'zod';
import { cardLayout } from './display.ts';
import { id, singleLine, plainText, timestamp, wholeNumber } from './common.ts';
import { limits } from './limits.ts';
import { dayQuery, reportPeriod } from './report-period.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A cor deve ser um código hexadecimal válido');

// ---------------------------------------------------------------- rooms and settings
/** Name of a destination for patients: "Guichê 1", "Consultório 3", "Triagem". */
export const roomName = singleLine(limits.calls.roomNameLength, { required: 'Dê um nome ao local.' });
const playerIds = z.array(id).max(1_000).nullable();
const groupIds = z.array(id).max(limits.screenGroup.perAccount);
export const callRoom = z.object({
  id,
  name: z.string(),
  colour: z.string(),
  /** Screens that show this room's calls, in addition to those of its groups; null: all screens of the account. */
  playerIds: z.array(id).nullable(),
  /** Groups whose screens show the room's calls, including screens that join a group later. */
  groupIds: z.array(id),
});
export const callRoomInput = z.object({
  name: roomName,
  colour: colour.default(limits.calls.roomColour),
  /** Omitted or null: all screens, unless groups are given. */
  playerIds: playerIds.optional(),
  groupIds: groupIds.optional(),
});
/** Omitted fields stay unchanged. */
export const callRoomPatch = z.object({ name: roomName, colour, playerIds, groupIds }).partial();

/** Part of a typed name that may be stored and shown; the number of a ticket is always shown whole. */
export const namePolicy = z.enum(['ticket', 'initials', 'firstNameAndInitial', 'full']);
/** Kinds of tickets. Patients of 80 and older are called before other preferential ones, and these before normal ones. */
export const ticketKind = z.enum(['normal', 'preferential', 'over80']);

/** Speech engines, the best voice first. */
export const speechEngineId = z.enum(['rhvoice', 'piper', 'espeak']);

const callSettingsFields = z.object({
  chime: z.boolean(),
  voice: z.boolean(),
  /** Speech engine; auto: the first one found. If it is missing or fails, the next one speaks. */
  engine: z.enum(['auto', ...speechEngineId.options]),
  /** True: the number of "P042" is spoken "zero quatro dois"; false: "quarenta e dois". */
  isDigitByDigit: z.boolean(),
  /** Number of times that a call is spoken, 1 to 3. */
  repetitions: wholeNumber.min(1).max(3),
  /** Display time of the card in seconds. */
  seconds: wholeNumber.min(limits.calls.seconds.min).max(limits.calls.seconds.max),
  /** Layout on screens without a layout of their own. */
  layout: cardLayout,
  /** True if the studio shows the daily queue. */
  queueEnabled: z.boolean(),
  /** One or two letters or digits for each kind: N, P, 80. */
  prefixes: z.object({ normal: prefix(), preferential: prefix(), over80: prefix() }),
  /** Number of preferential calls after which a normal one follows; 0: strictly preferential first. */
  alternation: wholeNumber.min(0).max(limits.calls.alternation),
  /** Hour at which the clinic's day of calls begins, 0 to 23. */
  dayStartsAt: wholeNumber.min(0).max(23),
  /** True if tickets that still wait when a day of calls begins go on waiting; false: they are closed. */
  carriesOver: z.boolean(),
});
function prefix() {
  return z.string().regex(/^[A-Z0-9]{1,2}$/, 'Use uma ou duas letras ou números.');
}
export const callSettings = callSettingsFields.extend({
  namePolicy,
  /** True if a speech engine was found. */
  canSpeak: z.boolean(),
});
/** Omitted fields stay unchanged. The name policy is changed by another call. */
export const callSettingsInput = callSettingsFields.partial();
/** The policy 'full' requires `confirmed`. */
export const namePolicyInput = z.object({ namePolicy, confirmed: z.boolean().optional() });

// ---------------------------------------------------------------- services
const serviceName = singleLine(limits.calls.serviceNameLength, { required: 'Dê um nome ao serviço.' });
const servicePrefix = z.string().regex(/^[A-Z]{1,2}$/, 'Use uma ou duas letras.');
const serviceRoomIds = z.array(id).max(limits.calls.rooms);
/** A service with a queue of its own: "Coleta", "Exames". */
export const callService = z.object({
  id,
  name: z.string(),
  /** Begins the labels of its tickets, before the prefix of a preferential kind: C001, CP001, C80-001. */
  prefix: z.string(),
  /** Rooms that call its tickets; empty: all rooms. */
  roomIds: z.array(id),
});
export const callServiceInput = z.object({
  name: serviceName,
  prefix: servicePrefix,
  roomIds: serviceRoomIds.default([]),
});
/** Omitted fields stay unchanged. `position`: place in the order of services, 0 for the first. */
export const callServicePatch = z
  .object({
    name: serviceName,
    prefix: servicePrefix,
    roomIds: serviceRoomIds,
    position: wholeNumber.min(0).max(limits.calls.services - 1),
  })
  .partial();

// ---------------------------------------------------------------- tickets
/** Status of a ticket: waiting, called, in service, absent, attended (or ended otherwise), cancelled. */
const ticketStatus = z.enum(['waiting', 'called', 'serving', 'absent', 'done', 'cancelled']);
export const ticket = z.object({
  id,
  /** Printed and called text, such as "P042". */
  label: z.string(),
  kind: ticketKind,
  number: z.number(),
  /** Service in whose queue the ticket is; null: the queue of all rooms. */
  serviceId: id.nullable(),
  /** The only room that calls the ticket next, because it was forwarded there; null: the rooms of its service. */
  toRoomId: id.nullable(),
  status: ticketStatus,
  createdAt: timestamp,
  /** Time since which the ticket waits in this queue: when it was created, or forwarded. */
  queuedAt: timestamp,
});
export const ticketInput = z.object({
  kind: ticketKind.default('normal'),
  /** Service in whose queue the ticket waits, and whose prefix its label has; omitted: the queue of all rooms. */
  serviceId: id.optional(),
});
export const ticketPatch = z.object({ status: ticketStatus });
/** Another queue for a ticket. `serviceId` omitted: the service stays. `roomId` omitted: all rooms of the service call it. */
export const forwardInput = z
  .object({ serviceId: id.optional(), roomId: id.optional() })
  .refine(({ serviceId, roomId }) => serviceId !== undefined || roomId !== undefined, {
    message: 'Escolha para onde encaminhar.',
    path: ['serviceId'],
  });

// ---------------------------------------------------------------- calls
/** One screen's receipt for a call. */
export const callReceipt = z.object({
  playerId: id,
  playerName: z.string(),
  /** Time from the call to the painted card, measured by the server's clock. */
  delayMs: z.number(),
  hadSound: z.boolean(),
  /** The call had no sound because the screen's quiet hours mute calls at that time (contract/README 9.13). */
  isQuietTime: z.literal(true).optional(),
});
/** Expected time until a screen shows the call; null: unknown, because an urgent notice covers the screen. */
const startsInMs = z.number().min(0).nullable();
/** One screen on which a call waits. */
const queuedOn = z.object({
  playerId: id,
  /** 1: the next call. */
  position: z.number(),
  startsInMs,
});
export const call = z.object({
  id,
  /**
   * Label, masked by the name policy before it was stored. People without the capability `calls` get initials instead of a full
   * name. A name is emptied after `limits.calls.nameLifeMs`.
   */
  label: z.string(),
  roomId: id.nullable(),
  roomName: z.string(),
  colour: z.string(),
  ticketId: id.nullable(),
  isPriority: z.boolean(),
  /** 1 at first, one more with each repetition. A repetition is a new call with its own id; the day's list has only the last. */
  times: z.number(),
  isTest: z.boolean(),
  /** True if the patient did not appear. */
  isAbsent: z.boolean(),
  /** Status of the ticket; null if there is no ticket, or if this is not the ticket's last call in its queue. */
  ticketStatus: ticketStatus.nullable(),
  createdAt: timestamp,
  /** Screens that should show the call: the number of online ones, and the names of offline ones. */
  targets: z.object({ online: z.number(), offline: z.array(z.string()) }),
  receipts: z.array(callReceipt),
  /** Screens on which the call waits until earlier calls have been shown, sorted by the expected start. */
  queued: z.array(queuedOn),
});
/** A typed number or name, or a waiting ticket out of turn. */
export const callInput = z
  .object({
    label: singleLine(limits.calls.labelLength, { required: 'Digite a senha ou o nome.' }).optional(),
    ticketId: id.optional(),
    roomId: id,
    isPriority: z.boolean().default(false),
    isTest: z.boolean().default(false),
  })
  .refine(({ label, ticketId }) => (label === undefined) !== (ticketId === undefined), {
    message: 'Digite a senha ou o nome.',
    path: ['label'],
  });
export const callPatch = z.object({ isAbsent: z.boolean() });
export const nextInput = z.object({ roomId: id, kinds: z.array(ticketKind).min(1).max(3).optional() });
/** `before`: returns the calls before the call with this id. */
export const callsQuery = dayQuery.extend({ before: z.coerce.number().int().positive().optional() });
/** `period`: the day alone, its week from Monday to Sunday, or its month. */
export const reportQuery = dayQuery.extend({ period: reportPeriod.optional() });
export const dayOfCalls = z.object({
  /** Day in the clinic's time zone. */
  day: z.string(),
  /** The last `limits.calls.pageSize` calls, newest first; without `before` also the last call of each room. */
  calls: z.array(call),
  /** Value for `before` to get the next page; null: this was the last page. */
  next: id.nullable(),
  /** The queue: tickets that wait, and those of absent patients. */
  tickets: z.array(ticket),
  /** Number of waiting tickets of each kind. */
  waiting: z.record(ticketKind, z.number()),
  /** Kinds of the last called tickets, newest first, at most `limits.calls.alternation`: the next kind depends on them. */
  lastKinds: z.array(ticketKind),
  /** Number of tickets of the previous day that were not called. `isCarried`: true if they still wait, false if closed. */
  leftOver: z.object({ count: z.number(), isCarried: z.boolean() }),
});
/** Times of called tickets: how many there are, the median, and the 90th percentile; null if there are none. */
const reportTimes = z.object({ count: z.number(), medianMs: z.number().nullable(), p90Ms: z.number().nullable() });
/** Wait: from joining a queue to the first call. Attendance: from the status `serving`, or else the last call, to the end. */
const reportGroup = z.object({ waiting: reportTimes, attendance: reportTimes });
const namedGroup = reportGroup.extend({ name: z.string() });
export const callReport = reportGroup.extend({
  day: z.string(),
  period: reportPeriod,
  /** First and last day of the period. */
  from: z.string(),
  to: z.string(),
  /** Number of calls without tests; repetitions count once. */
  calls: z.number(),
  absent: z.number(),
  /** Calls outside the opening hours; null if the account has none. */
  outsideHours: z.number().nullable(),
  /** The same as `waiting.medianMs`. */
  medianWaitMs: z.number().nullable(),
  /** Waits of preferential patients (including patients of 80 and older) and of normal ones (Lei 10.048). */
  priority: z.object({ preferential: reportTimes, normal: reportTimes }),
  /** Hours of the clinic's time zone in which tickets were called, 0 to 23. */
  hours: z.array(reportGroup.extend({ hour: z.number() })),
  rooms: z.array(namedGroup),
  services: z.array(namedGroup),
  kinds: z.array(reportGroup.extend({ kind: ticketKind })),
});

// ---------------------------------------------------------------- the screen
/** A call as a screen shows it. */
export const playerCall = z.object({
  id,
  /** Identifies the call even if its id is used again, after a backup was restored or another server took over. */
  key: z.string(),
  label: z.string(),
  /** True: the label is a person's name. Omitted by older servers. */
  isName: z.boolean().optional(),
  roomName: z.string(),
  colour: z.string(),
  isPriority: z.boolean(),
  times: z.number(),
  /** Id of the call that this one repeats. */
  firstId: id.optional(),
  isTest: z.boolean(),
  /** Age of the call in milliseconds at the time of the response, because the device's clock is never trusted. */
  ageMs: z.number(),
  /**
   * Signed URLs of the speech clips (patient, then room), to be played in order after the player's chime. A request for a clip
   * may take up to 1.5 s. It returns 404 if there is no clip; only the chime is then heard. Empty: nothing is spoken.
   */
  sounds: z.array(z.string()),
});
/** A word or a room's whole name, in the form that is recorded. */
export const recordedWord = z.object({
  word: singleLine(limits.calls.recording.wordLength, { required: 'Escolha a palavra.' }),
});
export const callRecording = z.object({
  /** Spoken form, in lower case: "zero", "pê", "guichê três". */
  word: z.string(),
  /** Display form: "0", "Guichê 3". */
  text: z.string(),
  group: z.enum(['word', 'digit', 'number', 'letter', 'room', 'other']),
  /** Signed URL of the recording; null: the machine's voice speaks the word. */
  url: z.string().nullable(),
  durationMs: z.number().nullable(),
});
export const callVoice = z.object({
  id: speechEngineId,
  /** Name of the voice: "Letícia-F123", a model's name; null: the program was not found. */
  voice: z.string().nullable(),
  /** Signed URL of a spoken sample; null: not found. 404 if the program fails. */
  sampleUrl: z.string().nullable(),
});
/** Query of `GET /api/voice/:file`. */
export const voiceQuery = z.object({ e: z.string(), s: z.string() });
/** `afterKey`: key of the call with the id `after`; if the server has another call with this id, it returns all calls. */
export const playerCallsQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  afterKey: z.string().max(60).optional(),
});
export const playerCalls = z.object({
  /** Calls for this screen newer than `after`, the oldest first; of the last 15 minutes. */
  calls: z.array(playerCall),
  /** Value for `after` in the next request; equal to the poll's `lastCallId`. 0: no call in the last 15 minutes. */
  lastCallId: z.number(),
  /** Key of that call; empty: no call. */
  lastCallKey: z.string(),
  /** The last four calls, for the strip of a screen that has just started. */
  recent: z.array(playerCall),
  settings: callSettingsFields.pick({ chime: true, repetitions: true, seconds: true, layout: true }),
});
/** Key of the call that a screen reports; omitted by pages that were loaded before calls had keys. */
const key = z.string().max(60).optional();
/** Calls that wait to be shown on the screen, the next one first. */
export const queueInput = z.object({
  calls: z.array(z.object({ id, key, startsInMs })).max(limits.calls.reportedAtOnce),
});
export const shownInput = z.object({ key, hadSound: z.boolean(), times: z.number().int().min(1).default(1) });
// ---------------------------------------------------------------- other software
/** Connection to Novo SGA's panel. The secret is never returned. */
export const callSource = z.object({
  isActive: z.boolean(),
  url: z.string(),
  unitId: z.number(),
  serviceIds: z.array(z.number()),
  clientId: z.string(),
  username: z.string(),
  hasSecret: z.boolean(),
  /** Host and port in the server's own network that an administrator allows (`PUT /api/admin/users/:id/call-source`). */
  allowedAddress: z.string().nullable(),
  /** Result of the last request to the call source; null before the first. */
  state: z.object({ at: timestamp, error: z.string().nullable() }).nullable(),
  /**
   * Calls that Novo SGA made today and no screen showed. `missed`: maximum number of calls that Novo SGA's panel dropped before
   * the server read them. `beyondLimit`: number of calls above the day's limit. `at`: time of the last of these calls.
   */
  lost: z.object({ at: timestamp, missed: z.number(), beyondLimit: z.number() }).nullable(),
});
export const callSourceInput = z
  .object({
    isActive: z.boolean(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .regex(/^[^?#]*$/, 'O endereço não pode ter “?” nem “#”.'),
    unitId: wholeNumber.min(1),
    serviceIds: z.array(wholeNumber.min(1)).max(100),
    clientId: plainText(200),
    clientSecret: plainText(500),
    username: plainText(200),
    password: plainText(500),
  })
  .partial();
/** Host and port of a clinic's Novo SGA in the server's own network; null: none. */
export const callSourcePermission = z.object({
  allowedAddress: z
    .string()
    .max(300)
    .regex(/^(\[[\da-f:.]+\]|[a-z\d._-]+):\d{1,5}$/i, 'Escreva endereço e porta, como 192.168.0.10:80.')
    .nullable(),
});
export const callSourceToPermit = callSourcePermission.extend({
  /** Address that the clinic has entered; '' if none. */
  url: z.string(),
});

export type CallRoom = z.infer<typeof callRoom>;
export type CallService = z.infer<typeof callService>;
export type CallSettings = z.infer<typeof callSettings>;
export type NamePolicy = z.infer<typeof namePolicy>;
export type TicketKind = z.infer<typeof ticketKind>;
export type Ticket = z.infer<typeof ticket>;
export type TicketStatus = z.infer<typeof ticketStatus>;
export type DayOfCalls = z.infer<typeof dayOfCalls>;
export type ReportTimes = z.infer<typeof reportTimes>;
export type CallReport = z.infer<typeof callReport>;
export type CallSourcePermission = z.infer<typeof callSourcePermission>;
export type CallSource = z.infer<typeof callSource>;
export type Call = z.infer<typeof call>;
export type QueuedOn = z.infer<typeof queuedOn>;
export type QueueInput = z.infer<typeof queueInput>;
export type CallReceipt = z.infer<typeof callReceipt>;
export type SpeechEngineId = z.infer<typeof speechEngineId>;
export type CallVoice = z.infer<typeof callVoice>;
export type CallRecording = z.infer<typeof callRecording>;
export type PlayerCall = z.infer<typeof playerCall>;
export type PlayerCalls = z.infer<typeof playerCalls>;
