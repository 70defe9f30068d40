/**
 * Calls in the name of the screen. A refused token is renewed once; only an explicit refusal of the renewal unpairs the
 * device: time-outs, 5xx, pages of a proxy and 403 keep the credentials.
 */
import { limits } from '../../../../src/contract/limits.ts';
import { clearCredentials, deviceInfo, findCredentials, saveCredentials } from './credentials.ts';
import type { Credentials } from './pairing.ts';
import { CallError, type CallInput, type CallKey, type Network, type Reply } from '../requests/network.ts';

export interface Session {
  credentials(): Credentials;
  call<Key extends CallKey>(key: Key, input?: Omit<CallInput<Key>, 'token'>): Promise<Reply<Key>>;
  /** Checks the stored token (5 s); renews it when it expired. */
  validate(): Promise<void>;
  heartbeat(state: Record<string, unknown>): Promise<Reply<'POST /api/player/heartbeat'>>;
}

/** Stores of the credentials. */
export interface Device {
  find(): Credentials | undefined;
  save(credentials: Credentials): unknown;
  clear(): void;
  describe: typeof deviceInfo;
}

const thisDevice: Device = {
  find: findCredentials,
  save: saveCredentials,
  clear: clearCredentials,
  describe: deviceInfo,
};

/**
 * `onLost` runs once, when the server refused token and renewal and the device is no longer paired; `isSwapped`: because another
 * device was given its screen.
 */
export function createSession(
  network: Network,
  initial: Credentials,
  onLost: (isSwapped: boolean) => void,
  device: Device = thisDevice,
): Session {
  let credentials = initial;
  let renewal: Promise<void> | undefined;
  let isLost = false;

  function lose(isSwapped: boolean): void {
    if (isLost) return;
    isLost = true;
    // Another window may have paired the device anew meanwhile: that pairing stays.
    if (device.find()?.token === credentials.token) device.clear();
    onLost(isSwapped);
  }

  async function renew(): Promise<void> {
    const refused = credentials.token;
    const stored = device.find();
    if (stored && stored.token !== refused) {
      credentials = stored;
      return;
    }
    let renewed: Credentials;
    try {
      renewed = await network.call('POST /api/player/renew-token', {
        token: refused,
        body: { playerId: credentials.playerId, deviceInfo: device.describe() },
      });
    } catch (error) {
      if (isRefusal(error)) lose(isSwap(error));
      throw error;
    }
    const kept = device.find();
    // Somebody reset this device while the answer was on its way: it stays reset.
    if (!kept) throw new CallError(0, null, 'Conexão desfeita');
    credentials = kept.token === refused ? renewed : kept;
    if (credentials === renewed) device.save(renewed);
  }

  async function renewing<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      await renewal;
      return run();
    }
  }

  return {
    credentials: () => credentials,
    call: (key, input) => renewing(() => network.call(key, { ...input, token: credentials.token } as never)),
    async validate() {
      await renewing(() =>
        network.call('POST /api/player/validate-token', {
          body: { token: credentials.token },
          timeoutMs: limits.tokenValidationTimeoutMs,
        }),
      );
    },
    heartbeat: (state) =>
      renewing(() =>
        network.call('POST /api/player/heartbeat', {
          body: { token: credentials.token, playerId: credentials.playerId, state },
        }),
      ),
  };
}

/** An explicit 401 of our server, in JSON, about the token: another program's 401 is none. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'unauthenticated' || error.code === 'token_expired' || isSwap(error));

/** Another device was given the screen. */
const isSwap = (error: unknown): boolean => error instanceof CallError && error.code === 'screen_swapped';
