/** Initial filter of the audit log: in the address, so that a screen's menu can lead to its history. Pure. */
import { idIn } from './query.ts';

/** The log (`path`) of one screen: `/admin/audit?tela=7`. */
export const historyHref = (path: string, screenId: number) => `${path}?tela=${screenId}`;

/** The screen and the account that a query string asks for; what is no id is nothing. */
export const auditFilterFrom = (query: string) => ({ screenId: idIn(query, 'tela'), accountId: idIn(query, 'conta') });
