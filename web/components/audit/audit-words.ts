/** Labels of the audit log's filters. */
import type { AuditKind } from '../../../src/contract/accounts/audit.ts';

/** Kinds of entries. `isOwn`: the kind also occurs in a clinic's own log. */
export const kinds: readonly { value: AuditKind; label: string; isOwn: boolean }[] = [
  { value: 'session', label: 'Entradas e sessões', isOwn: true },
  { value: 'account', label: 'Contas e senhas', isOwn: true },
  { value: 'member', label: 'Equipe', isOwn: true },
  { value: 'token', label: 'Tokens de API', isOwn: true },
  { value: 'screen', label: 'Telas', isOwn: true },
  { value: 'group', label: 'Grupos de telas', isOwn: true },
  { value: 'display', label: 'Aparência das telas', isOwn: true },
  { value: 'content', label: 'Conteúdos', isOwn: true },
  { value: 'playlist', label: 'Playlists', isOwn: true },
  { value: 'programme', label: 'Programação', isOwn: true },
  { value: 'message', label: 'Mensagens', isOwn: true },
  { value: 'notice', label: 'Avisos', isOwn: true },
  { value: 'urgent', label: 'Avisos urgentes', isOwn: true },
  { value: 'category', label: 'Categorias', isOwn: true },
  { value: 'station', label: 'Rádios', isOwn: false },
  { value: 'settings', label: 'Configurações', isOwn: false },
  { value: 'system', label: 'Tarefas e backups', isOwn: false },
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
