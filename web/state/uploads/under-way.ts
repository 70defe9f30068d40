import { signal } from '@preact/signals-react';

/** The upload of this window that is on its way, for every page; undefined when none is. */
export const uploadUnderWay = signal<{ name: string; percent: number; waitingCount: number } | undefined>(undefined);

/** Describes what signing out would interrupt; shown before the person confirms. */
export const workUnderWay = signal<string | undefined>(undefined);
