import { signal } from '@preact/signals-react';

/** The live connection. `lost` only once a reconnect has failed; `off`: nobody is signed in. */
export const connection = signal<'off' | 'connecting' | 'open' | 'lost'>('off');
