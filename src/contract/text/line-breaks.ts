/** Returns a trimmed text in which a new line is begun only by '\n', instead of other characters at which browsers begin one. */
export const normalizeLineBreaks = (value: string): string => value.replace(/[\u0085\u2028\u2029]/g, '\n').trim();
