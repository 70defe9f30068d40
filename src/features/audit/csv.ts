/** Writes the audit log as CSV, one line per entry. */
import type { AuditEntry } from '../../contract/accounts/audit.ts';
import { csvLine, byteOrderMark } from '../../platform/http/response/csv.ts';

const columns: Record<string, (entry: AuditEntry, time: (at: string) => string) => string> = {
  Quando: ({ at }, time) => time(at),
  Quem: ({ actor }) => actor.name,
  Perfil: ({ actor }) => actor.profile ?? '',
  'O que': ({ sentence }) => sentence,
  Detalhes: ({ details }) => details.join(', '),
  Conta: ({ account }) => account?.name ?? '',
  Endereço: ({ address }) => address ?? '',
  Ação: ({ action }) => action,
};

/** Returns the lines of the table in batches, with times in `timeZone`. */
export function* auditTable(batches: Iterable<readonly AuditEntry[]>, timeZone: string): Generator<string> {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const time = (at: string) => format.format(new Date(at));
  yield byteOrderMark + csvLine(Object.keys(columns));
  for (const entries of batches)
    yield entries.map((entry) => csvLine(Object.values(columns).map((cell) => cell(entry, time)))).join('');
}
