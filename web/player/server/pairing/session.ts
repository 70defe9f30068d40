/**
 * Requests with the screen's credentials. A refused token is renewed once; only an explicit refusal of the renewal
 * unpairs the device: after time-outs, 5xx, pages of a proxy and 403 it keeps its credentials.
 */
import { limits } from '../../../../src/contract/limits.ts';
import { clearCredentials, deviceInfo, findCredentials, saveCredentials } from './credentials.ts';
import type { Credentials } from './pairing.ts';
import { CallError, type CallInput, type CallKey, type Network, type Reply } from '../requests/network.ts';

export interface Session {
  credentials(): Credentials;
  call<Key extends CallKey>(key: Key, input?: Omit<CallInput<Key>, 'token'>): Promise<Reply<Key>>;
  /** Checks the stored token within 5 s; renews it when it has expired. */
  validate(): Promise<void>;
  heartbeat(state: Record<string, unknown>): Promise<Reply<'POST /api/player/heartbeat'>>;
}

/** Storage of the device's credentials, and a description of the device. */
export interface CredentialStorage {
  find(): Credentials | undefined;
  save(credentials: Credentials): unknown;
  clear(): void;
  describe: typeof deviceInfo;
}

const thisDevice: CredentialStorage = {
  find: findCredentials,
  save: saveCredentials,
  clear: clearCredentials,
  describe: deviceInfo,
};

/** Calls `onLost` once, when the device is no longer paired. `isSwapped`: another device was given its screen. */
export function createSession(
  network: Network,
  initial: Credentials,
  onLost: (isSwapped: boolean) => void,
  device: CredentialStorage = thisDevice,
): Session {
  let credentials = initial;
  let renewal: Promise<void> | undefined;
  let isLost = false;

  function unpair(isSwapped: boolean): void {
    if (isLost) return;
    isLost = true;
    // Another window may have paired the device again: keep that pairing.
    if (device.find()?.token === credentials.token) device.clear();
    onLost(isSwapped);
  }

  async function renew(): Promise<void> {
    const refusedToken = credentials.token;
    const storedBefore = device.find();
    if (storedBefore && storedBefore.token !== refusedToken) {
      credentials = storedBefore;
      return;
    }
    let renewed: Credentials;
    try {
      renewed = await network.call('POST /api/player/renew-token', {
        token: refusedToken,
        body: { playerId: credentials.playerId, deviceInfo: device.describe() },
      });
    } catch (error) {
      if (isRefusal(error)) unpair(isSwap(error));
      throw error;
    }
    const storedAfter = device.find();
    // The device was reset during the request: it stays unpaired.
    if (!storedAfter) throw new CallError(0, null, 'Conexão desfeita');
    credentials = storedAfter.token === refusedToken ? renewed : storedAfter;
    if (credentials === renewed) device.save(renewed);
  }

  async function withRenewal<Result>(run: () => Promise<Result>): Promise<Result> {
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
    call: (key, input) => withRenewal(() => network.call(key, { ...input, token: credentials.token } as never)),
    async validate() {
      await withRenewal(() =>
        network.call('POST /api/player/validate-token', {
          body: { token: credentials.token },
          timeoutMs: limits.tokenValidationTimeoutMs,
        }),
      );
    },
    heartbeat: (state) =>
      withRenewal(() =>
        network.call('POST /api/player/heartbeat', {
          body: { token: credentials.token, playerId: credentials.playerId, state },
        }),
      ),
  };
}

/** True for a 401 of our server, in JSON, that refuses the token. Another program's 401 is no refusal. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'unauthenticated' || error.code === 'token_expired' || isSwap(error));

/** True if another device was given the screen. */
const isSwap = (error: unknown): boolean => error instanceof CallError && error.code === 'screen_swapped';
