import { signal } from '@preact/signals-react';

/** State of the WebSocket to the server. `lost`: a reconnect has failed; `off`: nobody is signed in. */
export const connection = signal<'off' | 'connecting' | 'open' | 'lost'>('off');
