export type Frequency = '1' | '2' | '3';

/** Frequencies of an item in one cycle (contract/README 4.2). */
export const frequencies: readonly { value: Frequency; label: string }[] = [
  { value: '1', label: '1x Normal' },
  { value: '2', label: '2x Dobro' },
  { value: '3', label: '3x Triplo' },
];
