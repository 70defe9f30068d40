import { signal } from '@preact/signals-react';

/** The upload of this window that is on its way, for every page; undefined when none is. */
export const uploadUnderWay = signal<{ name: string; percent: number; waitingCount: number } | undefined>(undefined);
