/** Brazilian formats. Times are São Paulo's, whatever the computer says. */

const timeZone = 'America/Sao_Paulo';
const date = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
const dateTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });
const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '21/11/2026' */
export const formatDate = (iso: string) => date.format(new Date(iso));
/** '21/11/2026, 14:05' */
export const formatDateTime = (iso: string) => dateTime.format(new Date(iso));
/** '14:05' */
export const formatTime = (iso: string) => time.format(new Date(iso));

/** MB -> '512 KB', '12,3 MB', '1,2 GB'. */
export function formatMb(mb: number): string {
  // From 1000 KB on, as people count: never '1.013,6 KB'.
  if (mb * 1024 < 999.95) return `${oneDecimal.format(mb * 1024)} KB`;
  return mb < 1024 ? `${oneDecimal.format(mb)} MB` : `${oneDecimal.format(mb / 1024)} GB`;
}

/** GB of MB: '1,2 GB'. */
export const formatGb = (mb: number) => `${oneDecimal.format(mb / 1024)} GB`;

/** Seconds -> '0:45', '12:05', '1:02:05'. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** `plural(3, 'tela', 'telas')` -> '3 telas' */
export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The name of the only one, or how many there are: 'Recepção', '3 telas'. */
export const nameOrCount = (items: readonly { name: string }[], many: string) =>
  items.length === 1 && items[0] ? items[0].name : `${items.length} ${many}`;

/** How long ago, as people say it: 'agora', 'há 3 min', 'há 5 h', 'há 2 dias', then the date, never broken over two lines. `nowMs`: Date.now(). */
export const formatAgo = (iso: string, nowMs: number) => ago(iso, nowMs).replaceAll(' ', '\u00a0');

function ago(iso: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'agora';
  if (minutes < 60) return `há ${minutes} min`;
  if (minutes < 24 * 60) return `há ${Math.floor(minutes / 60)} h`;
  const days = Math.floor(minutes / (24 * 60));
  return days < 8 ? `há ${plural(days, 'dia', 'dias')}` : `em ${formatDate(iso)}`;
}
