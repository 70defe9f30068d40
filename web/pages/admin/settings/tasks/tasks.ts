/** Names and purposes of the server's scheduled tasks, and texts for schedules and durations. Pure. */
import type { TaskName } from '../../../../../src/contract/tasks.ts';

export const taskTexts: Record<TaskName, { label: string; purpose: string }> = {
  backup: { label: 'Backup', purpose: 'Copia o banco de dados e as mídias.' },
  'disk-guard': { label: 'Vigia do disco', purpose: 'Avisa quando o espaço está acabando.' },
  'offline-screens': { label: 'Telas offline', purpose: 'Avisa sobre telas que pararam de responder.' },
  'empty-screens': { label: 'Telas sem conteúdo', purpose: 'Avisa antes que uma tela fique sem nada para mostrar.' },
  'processing-sweep': { label: 'Fila de conversão', purpose: 'Retoma conteúdos que esperam para ser convertidos.' },
  'abandoned-uploads': { label: 'Envios abandonados', purpose: 'Libera o espaço de envios que não terminaram.' },
  'orphaned-files': { label: 'Arquivos sem dono', purpose: 'Remove do disco o que nenhum conteúdo usa mais.' },
  'quota-recount': { label: 'Conferência das quotas', purpose: 'Soma de novo o espaço usado por conta.' },
  'expired-sessions': { label: 'Sessões expiradas', purpose: 'Encerra acessos sem uso há muito tempo.' },
  'database-optimize': { label: 'Otimização do banco de dados', purpose: 'Mantém as consultas rápidas.' },
};

const weekdays = [
  'Todo domingo',
  'Toda segunda-feira',
  'Toda terça-feira',
  'Toda quarta-feira',
  'Toda quinta-feira',
  'Toda sexta-feira',
  'Todo sábado',
  'Todo domingo',
];

/** Describes a cron expression, such as '0 3 * * *' as 'Todos os dias às 03:00'. Returns unknown expressions unchanged. */
export function scheduleText(cron: string): string {
  const fields = cron.trim().split(/\s+/);
  if (fields.length === 6)
    return fields.slice(1).every((field) => field === '*') ? (everyText(fields[0], 'segundo') ?? cron) : cron;
  const [minute = '', hour = '', day, month, weekday = ''] = fields;
  if (fields.length !== 5 || day !== '*' || month !== '*') return cron;
  if (weekday === '*' && hour === '*')
    return everyText(minute, 'minuto') ?? (isNumber(minute) ? `A cada hora, aos ${Number(minute)} minutos` : cron);
  if (weekday === '*' && minute === '0' && hour.startsWith('*/')) return everyText(hour, 'hora') ?? cron;
  if (!isNumber(minute) || !isNumber(hour)) return cron;
  const days = weekday === '*' ? 'Todos os dias' : isNumber(weekday) ? weekdays[Number(weekday)] : undefined;
  return days ? `${days} às ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : cron;
}

const isNumber = (field: string) => /^\d+$/.test(field);

function everyText(field: string | undefined, unit: 'segundo' | 'minuto' | 'hora'): string | undefined {
  if (field === '*' || field === '*/1') return `A cada ${unit}`;
  const step = /^\*\/(\d+)$/.exec(field ?? '')?.[1];
  return step && `A cada ${step} ${unit}s`;
}

/** Formats milliseconds as 'menos de 1 s', '12 s' or '3 min 05 s'. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'menos de 1 s';
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
