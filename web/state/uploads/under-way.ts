import { signal } from '@preact/signals-react';

/** The current upload of this window, shown on every page; undefined: none. */
export const uploadUnderWay = signal<{ name: string; percent: number; waitingCount: number } | undefined>(undefined);

/** Describes the work that signing out would interrupt; shown before the user confirms. */
export const workUnderWay = signal<string | undefined>(undefined);
