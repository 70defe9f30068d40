/** Parses '7h30', '730' or '7:30' to '07:30', and the end of a day, '24' or '24:00', to '00:00'. Returns undefined for a text that is no time. */
export function parseTime(text: string, isEnd = false): string | undefined {
  const [, hours, minutes = '0'] =
    /^(\d{1,2})(?:[:h.](\d{0,2}))?$/.exec(text.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(text.trim()) ?? [];
  if (isEnd && hours === '24' && Number(minutes) === 0) return '00:00';
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}
