/** Labels of the audit log's filters. */
import type { AuditKind } from '../../../src/contract/accounts/audit.ts';

/** Kinds of entries. `isInOwnLog`: also offered in a clinic's own log. */
export const kinds: readonly { value: AuditKind; label: string; isInOwnLog: boolean }[] = [
  { value: 'session', label: 'Entradas e sessões', isInOwnLog: true },
  { value: 'account', label: 'Contas e senhas', isInOwnLog: true },
  { value: 'member', label: 'Equipe', isInOwnLog: true },
  { value: 'token', label: 'Tokens de API', isInOwnLog: true },
  { value: 'screen', label: 'Telas', isInOwnLog: true },
  { value: 'group', label: 'Grupos de telas', isInOwnLog: true },
  { value: 'display', label: 'Aparência das telas', isInOwnLog: true },
  { value: 'content', label: 'Conteúdos', isInOwnLog: true },
  { value: 'playlist', label: 'Playlists', isInOwnLog: true },
  { value: 'programme', label: 'Programação', isInOwnLog: true },
  { value: 'message', label: 'Mensagens', isInOwnLog: true },
  { value: 'call', label: 'Chamadas', isInOwnLog: true },
  { value: 'radio', label: 'Rádio das telas', isInOwnLog: true },
  { value: 'notice', label: 'Avisos', isInOwnLog: true },
  { value: 'urgent', label: 'Avisos urgentes', isInOwnLog: true },
  { value: 'category', label: 'Categorias', isInOwnLog: true },
  { value: 'station', label: 'Rádios', isInOwnLog: false },
  { value: 'settings', label: 'Configurações', isInOwnLog: false },
  { value: 'system', label: 'Tarefas e backups', isInOwnLog: false },
];

export type Period = 'all' | 'day' | 'week' | 'month';

export const periods: readonly { value: Period; label: string }[] = [
  { value: 'all', label: 'Último ano' },
  { value: 'month', label: 'Últimos 30 dias' },
  { value: 'week', label: 'Últimos 7 dias' },
  { value: 'day', label: 'Últimas 24 horas' },
];

const hours: Record<Exclude<Period, 'all'>, number> = { day: 24, week: 7 * 24, month: 30 * 24 };

/** Returns the period's start in ISO 8601; undefined for 'all'. */
export const periodStart = (period: Period, nowMs: number): string | undefined =>
  period === 'all' ? undefined : new Date(nowMs - hours[period] * 3_600_000).toISOString();
