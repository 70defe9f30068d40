import * as z from 'zod';
import { id, timestamp } from '../common.ts';
import { limits } from '../limits.ts';

/** Kind of an audit entry: the first word of its action. */
export const auditKind = z.enum([
  'session',
  'account',
  'screen',
  'group',
  'content',
  'playlist',
  'programme',
  'message',
  'call',
  'radio',
  'notice',
  'urgent',
  'category',
  'station',
  'display',
  'member',
  'token',
  'settings',
  'system',
]);

/** One recorded action (contract/README 1.17). */
export const auditEntry = z.object({
  id,
  at: timestamp,
  kind: auditKind,
  /** Stable name of the action, such as 'screen.blocked'. */
  action: z.string(),
  /** The action as a sentence, such as 'Ana bloqueou a tela Recepção'. */
  sentence: z.string(),
  /** Changed values, such as 'Armazenamento: 3 GB para 10 GB'. */
  details: z.array(z.string()),
  actor: z.object({
    /** null: a device, the shell, or an unknown caller. Deleted accounts keep their id. */
    userId: id.nullable(),
    /** Name of the actor; members of a team with their role at that time: 'Ana (Recepção)', 'token Painel'. */
    name: z.string(),
    /** Current profile of the actor, such as 'Administrador'; null for common and deleted accounts. */
    profile: z.string().nullable(),
  }),
  /** The clinic that the entry concerns; null: the platform. */
  account: z
    .object({
      id,
      name: z.string(),
      /** The clinic's time zone; only in the managers' pages. */
      timeZone: z.string().optional(),
    })
    .nullable(),
  target: z.object({ kind: z.string(), id: id.nullable(), name: z.string() }),
  /** null: the action was taken on the server itself, came from several addresses, or the viewer may not see the address. */
  address: z.string().nullable(),
});

export const auditPage = z.object({
  entries: z.array(auditEntry),
  /** Value for `before` to get the next page; null: this was the last page. */
  next: id.nullable(),
});

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const time = z.iso.datetime({ error: 'Use um horário ISO 8601 em UTC.' });

/** Filters of all audit queries; an entry must match all of them. */
const filters = {
  /** Text to find in names of actors, targets and accounts, and in addresses; case and accents are ignored. */
  text: z.string().max(limits.audit.searchLength).optional(),
  kind: auditKind.optional(),
  /** Filters by the actor's id. */
  actorId: number.optional(),
  screenId: number.optional(),
  /** Start (included) and end (excluded) of the period. */
  from: time.optional(),
  until: time.optional(),
};

export const ownAuditFilters = z.object(filters);
export const auditFilters = z.object({ ...filters, accountId: number.optional() });
/** `before`: id of an entry; older entries are returned, the newest first. */
const page = { before: number.optional() };
export const ownAuditQuery = ownAuditFilters.extend(page);
export const auditQuery = auditFilters.extend(page);

export type AuditKind = z.infer<typeof auditKind>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditPage = z.infer<typeof auditPage>;
export type AuditFilters = z.infer<typeof auditFilters>;
