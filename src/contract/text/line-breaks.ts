/** Returns the text trimmed, with '\n' in place of the other characters at which browsers begin a new line. */
export const normalizeLineBreaks = (value: string): string => value.replace(/[\u0085\u2028\u2029]/g, '\n').trim();
