/** Calling patients (contract/README 15). */
import * as z from 'zod';
import { id, line, plainText, timestamp, wholeNumber } from './common.ts';
import { limits } from './limits.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A cor deve ser um código hexadecimal válido');

// ---------------------------------------------------------------- rooms and settings
/** Name of a destination for patients: "Guichê 1", "Consultório 3", "Triagem". */
export const roomName = line(limits.calls.roomNameLength, { required: 'Dê um nome ao local.' });
const playerIds = z.array(id).max(1_000).nullable();
const groupIds = z.array(id).max(limits.screenGroup.perAccount);
export const callRoom = z.object({
  id,
  name: z.string(),
  colour: z.string(),
  /** The screens that show this room's calls, beside those of its groups; null: all of the account. */
  playerIds: z.array(id).nullable(),
  /** Groups whose screens show them, those that join later too. */
  groupIds: z.array(id),
});
export const callRoomInput = z.object({
  name: roomName,
  colour: colour.default(limits.calls.roomColour),
  /** Left out or null: all screens, unless groups are given. */
  playerIds: playerIds.optional(),
  groupIds: groupIds.optional(),
});
/** Fields left out stay unchanged. */
export const callRoomPatch = z.object({ name: roomName, colour, playerIds, groupIds }).partial();

/** Which part of a typed name may be stored and shown; a ticket's number always may. */
export const namePolicy = z.enum(['ticket', 'initials', 'firstNameAndInitial', 'full']);
/** The queue's prefixes, by priority: 80 and older before other preferential ones, these before the rest. */
export const ticketKind = z.enum(['normal', 'preferential', 'over80']);

const callSettingsFields = z.object({
  chime: z.boolean(),
  voice: z.boolean(),
  /** Number of times a call is spoken, 1 to 3. */
  repetitions: wholeNumber.min(1).max(3),
  /** Seconds that the card is shown. */
  seconds: wholeNumber.min(limits.calls.seconds.min).max(limits.calls.seconds.max),
  layout: z.enum(['lowerThird', 'fullScreen']),
  /** True if the studio shows the daily queue. */
  queueEnabled: z.boolean(),
  /** One letter or two for each kind: N, P, 80. */
  prefixes: z.object({ normal: prefix(), preferential: prefix(), over80: prefix() }),
  /** Number of preferential calls after which a normal one follows; 0: strictly preferential first. */
  alternation: wholeNumber.min(0).max(9),
});
function prefix() {
  return z.string().regex(/^[A-Z0-9]{1,2}$/, 'Use uma ou duas letras ou números.');
}
export const callSettings = callSettingsFields.extend({
  namePolicy,
  /** True if a speech engine (espeak-ng) was found. */
  canSpeak: z.boolean(),
});
/** Fields left out stay unchanged. The policy of names has a call of its own. */
export const callSettingsInput = callSettingsFields.partial();
/** `confirmed` is needed for the policy 'full'. */
export const namePolicyInput = z.object({ namePolicy, confirmed: z.boolean().optional() });

// ---------------------------------------------------------------- tickets
export const ticket = z.object({
  id,
  /** "P042": what is printed and called. */
  label: z.string(),
  kind: ticketKind,
  number: z.number(),
  status: z.enum(['waiting', 'called', 'absent', 'done', 'cancelled']),
  createdAt: timestamp,
});
export const ticketInput = z.object({ kind: ticketKind.default('normal') });
export const ticketPatch = z.object({ status: z.enum(['waiting', 'absent', 'done', 'cancelled']) });

// ---------------------------------------------------------------- calls
/** One screen's receipt for a call. */
export const callReceipt = z.object({
  playerId: id,
  playerName: z.string(),
  /** From the call to the painted card, measured by the server's clock. */
  delayMs: z.number(),
  hadSound: z.boolean(),
});
export const call = z.object({
  id,
  /** Label as it may be shown: masked by the policy before it was stored. Empty once a name's time is over. */
  label: z.string(),
  roomId: id.nullable(),
  roomName: z.string(),
  colour: z.string(),
  ticketId: id.nullable(),
  isPriority: z.boolean(),
  /** 1 at first, one more with each repetition, which is a call of its own with a new id: the day's list holds the last of them. */
  times: z.number(),
  isTest: z.boolean(),
  /** Whoever was called did not come. */
  isAbsent: z.boolean(),
  createdAt: timestamp,
  /** Screens that should show it, by whether they are online. */
  targets: z.object({ online: z.number(), offline: z.array(z.string()) }),
  receipts: z.array(callReceipt),
});
/** A number or name as typed, or a waiting ticket out of its turn. */
export const callInput = z
  .object({
    label: line(limits.calls.labelLength, { required: 'Digite a senha ou o nome.' }).optional(),
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
export const callsQuery = z.object({
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
});
export const dayOfCalls = z.object({
  /** In the clinic's zone. */
  day: z.string(),
  calls: z.array(call),
  tickets: z.array(ticket),
  waiting: z.record(ticketKind, z.number()),
  report: z.object({ calls: z.number(), absent: z.number(), medianWaitMs: z.number().nullable() }),
});

// ---------------------------------------------------------------- the screen
/** A call as a screen shows it. */
export const playerCall = z.object({
  id,
  label: z.string(),
  roomName: z.string(),
  colour: z.string(),
  isPriority: z.boolean(),
  times: z.number(),
  isTest: z.boolean(),
  /** Age of the call in milliseconds when the response was made: the device's clock is never trusted. */
  ageMs: z.number(),
  /**
   * Signed addresses of the spoken words, in order (who, where), to be played after the chime that the player brings. One may
   * wait up to 1.5 s for its bytes, or answer 404 when there are none: then the chime was all. Empty: nothing is spoken.
   */
  sounds: z.array(z.string()),
});
/** A word, or a room's whole name. */
export const recordedWord = z.object({
  word: line(limits.calls.recording.wordLength, { required: 'Escolha a palavra.' }),
});
export const callRecording = z.object({
  /** Spoken form, in lower case: "zero", "guichê três". */
  word: z.string(),
  /** Display form: "0", "Guichê 3". */
  text: z.string(),
  group: z.enum(['word', 'digit', 'letter', 'room', 'other']),
  /** Signed address of the recording; null: the machine's voice says it. */
  url: z.string().nullable(),
  durationMs: z.number().nullable(),
});
/** Query of `GET /api/voice/:file`. */
export const voiceQuery = z.object({ e: z.string(), s: z.string() });
export const playerCallsQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });
export const playerCalls = z.object({
  /** Newer than `after`, the oldest first; of the last 15 minutes, for this screen. */
  calls: z.array(playerCall),
  /** Value to pass as `after` next time; the poll's `lastCallId`. 0: none in that time. */
  lastCallId: z.number(),
  /** The last four, for the strip of a screen that has just started. */
  recent: z.array(playerCall),
  settings: callSettingsFields.pick({ chime: true, repetitions: true, seconds: true, layout: true }),
});
export const shownInput = z.object({ hadSound: z.boolean(), times: z.number().int().min(1).default(1) });
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
  allowPrivateAddress: z.boolean(),
  /** Result of the last request to the call source: null before the first. */
  state: z.object({ at: timestamp, error: z.string().nullable() }).nullable(),
});
export const callSourceInput = z
  .object({
    isActive: z.boolean(),
    url: z.url({ protocol: /^https?$/ }).max(500),
    unitId: wholeNumber.min(1),
    serviceIds: z.array(wholeNumber.min(1)).max(100),
    clientId: plainText(200),
    clientSecret: plainText(500),
    username: plainText(200),
    password: plainText(500),
    allowPrivateAddress: z.boolean(),
  })
  .partial();

export type CallRoom = z.infer<typeof callRoom>;
export type CallSettings = z.infer<typeof callSettings>;
export type NamePolicy = z.infer<typeof namePolicy>;
export type TicketKind = z.infer<typeof ticketKind>;
export type Ticket = z.infer<typeof ticket>;
export type DayOfCalls = z.infer<typeof dayOfCalls>;
export type CallSource = z.infer<typeof callSource>;
export type Call = z.infer<typeof call>;
export type CallRecording = z.infer<typeof callRecording>;
export type PlayerCall = z.infer<typeof playerCall>;
export type PlayerCalls = z.infer<typeof playerCalls>;
