import { plural } from '../../../../ui/text/format.ts';

/** Formats seconds as 'menos de um minuto', '12 minutos', '3 horas' or '41 dias'. */
export function uptimeText(seconds: number): string {
  if (seconds < 60) return 'menos de um minuto';
  if (seconds < 3600) return plural(Math.floor(seconds / 60), 'minuto', 'minutos');
  if (seconds < 86_400) return plural(Math.floor(seconds / 3600), 'hora', 'horas');
  return plural(Math.floor(seconds / 86_400), 'dia', 'dias');
}
