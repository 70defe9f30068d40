/** Formats a duration: null -> '–', 20 s -> 'menos de 1 min', 40 s -> '1 min', 75 min -> '1 h 15 min' */
export function waitText(ms: number | null): string {
  if (ms === null) return '–';
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'menos de 1 min';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
