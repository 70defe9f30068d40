/** Writes the audit log as CSV for a Brazilian Excel: UTF-8 with a byte order mark, semicolons, one line per entry. */
import type { AuditEntry } from '../../contract/accounts/audit.ts';

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

/** Returns a function that writes lines of the CSV text, with times in `timeZone`. The text begins with `csvHead`. */
export function csvWriter(timeZone: string): (entries: readonly AuditEntry[]) => string {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const time = (at: string) => format.format(new Date(at));
  return (entries) => entries.map((entry) => lineOf(Object.values(columns).map((cell) => cell(entry, time)))).join('');
}

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(';')}\r\n`;

export const csvHead = `\uFEFF${lineOf(Object.keys(columns))}`;

/** Returns the cell in quotation marks. An apostrophe prevents spreadsheets from running a text that begins like a formula. */
function quoted(cell: string): string {
  const safe = /^[\s]*[=+\-@]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
