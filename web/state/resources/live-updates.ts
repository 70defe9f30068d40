/** Merges the socket's messages into the resources, or reloads the resources. The socket is open while somebody is signed in. */
import { effect } from '@preact/signals-react';
import { changedByMessage, patchesOfMessage } from '../../../src/contract/changes/changes.ts';
import type { PushedMessage } from '../../../src/contract/events.ts';
import { connectLive } from '../../api/live.ts';
import { connection } from './connection.ts';
import { invalidate, invalidateAll, invalidateSoon, patchResource, readResource } from './resource.ts';
import { handleSessionEnd, reloadUser, signedInId, setSignedInUser } from '../session.ts';

/** Applies a message to the resources that were read. */
export function receive(message: PushedMessage): void {
  if (message.type === 'sessionEnded') return handleSessionEnd(message.reason);
  const isAboutUser =
    message.type === 'subscriptionRefused' || (message.type === 'contentChanged' && message.what === 'user');
  if (isAboutUser) void reloadUser();
  for (const patch of patchesOfMessage(message)) patchResource(patch);
  // A change that this studio has made is already known from the response to its request.
  if (!message.isOwn) invalidateSoon(changedByMessage(message));
}

/** Connects and disconnects the socket with the session. Called once at the start of the studio. */
export function startLiveUpdates(): void {
  startProgrammeRefresh();
  effect(() => {
    // Another account needs another subscription; a changed name of the same account does not.
    if (signedInId.value === undefined) {
      connection.value = 'off';
      return;
    }
    return connectLive({
      onMessage: receive,
      onStatus: (status) => {
        // The connection may be refused because the session has ended: ask the server.
        if (status === 'lost' && connection.peek() !== 'lost') void reloadUser();
        connection.value = status;
      },
      onGap: invalidateAll,
      onSubscribed: (person) => {
        // No message reported the changes between earlier responses and the subscription.
        setSignedInUser(person);
        invalidateAll();
      },
    });
  });
}

/** Delay of a reload after the time of a change in the programme: this computer's clock may differ from the server's. */
const clockMarginMs = 500;
/** Minimum time between two reloads. */
const minIntervalMs = 10_000;
/** Maximum delay: much longer ones overflow a timer. */
const maxDelayMs = 86_400_000;

/** Reloads the list of screens when the programme changes what one of them plays, whichever page is open. */
function startProgrammeRefresh(): void {
  let reloadedAt = 0;
  effect(() => {
    if (signedInId.value === undefined) return undefined;
    const changeTimes = (readResource('GET /api/my-players') ?? []).flatMap(({ playsNow: { until } }) => until ?? []);
    if (changeTimes.length === 0) return undefined;
    const now = Date.now();
    const next = changeTimes.reduce((first, each) => Math.min(first, Date.parse(each)), Infinity) + clockMarginMs - now;
    const delayMs = Math.min(maxDelayMs, Math.max(next, reloadedAt + minIntervalMs - now, 0));
    const timer = setTimeout(() => {
      reloadedAt = Date.now();
      invalidate('GET /api/my-players');
    }, delayMs);
    return () => clearTimeout(timer);
  });
}
