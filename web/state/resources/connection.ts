import { signal } from '@preact/signals-react';

/**
 * The live connection of a signed-in studio. `lost` only once a reconnect has failed: a moment's break shows nothing.
 * `off`: nobody is signed in.
 */
export const connection = signal<'off' | 'connecting' | 'open' | 'lost'>('off');
