/** Keeps the initial filter of the audit log in the address, so that a screen's menu can link to the screen's entries. Pure. */
import { idIn } from './query.ts';

/** Returns the address of one screen's entries in the audit log at `path`: `/admin/audit?tela=7`. */
export const screenAuditHref = (path: string, screenId: number) => `${path}?tela=${screenId}`;

/** Parses screen and account of a query string; undefined for an invalid or missing id. */
export const auditFilterFrom = (query: string) => ({ screenId: idIn(query, 'tela'), accountId: idIn(query, 'conta') });
