import { signal } from '@preact/signals-react';

/** Describes what signing out would interrupt; shown before the person confirms. */
export const workUnderWay = signal<string | undefined>(undefined);
