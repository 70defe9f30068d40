/** Converts weekdays to their storage format and back. */

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** Returns a number with one bit per day: bit 0 is Monday, bit 6 Sunday. */
export const bitsOf = (days: readonly number[]): number => days.reduce((bits, day) => bits | (1 << day), 0);

export const daysOf = (bits: number): number[] => weekdays.filter((day) => (bits & (1 << day)) !== 0);
