/** Units of the contract. No imports: studio and player use this file too. */

/** Bytes of one MB in all `*Mb` fields (contract/README 12.3). */
export const bytesPerMb = 1024 * 1024;

/** Returns a number and its noun in Portuguese; undefined counts as 0. */
export const counted = (count = 0, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('pt-BR')} ${many}`;
