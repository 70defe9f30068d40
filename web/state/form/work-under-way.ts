import { signal } from '@preact/signals-react';

/** What signing out would interrupt, as a sentence: told before the person confirms. */
export const workUnderWay = signal<string | undefined>(undefined);
