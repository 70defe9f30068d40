/** Parses '7h30', '730' or '7:30' to '07:30'. Returns undefined for a text that is no time. */
export function parseTime(text: string): string | undefined {
  const [, hours, minutes = '0'] =
    /^(\d{1,2})(?:[:h.](\d{0,2}))?$/.exec(text.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}
