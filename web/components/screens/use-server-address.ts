import { useResource } from '../../state/resources/resource.ts';
import { addressForTvs } from './player-address.ts';

/** Returns the address at which TVs reach this server: scheme, host and port. */
export function useServerAddress(): string {
  const installation = useResource('GET /api/installation');
  return addressForTvs(installation.data?.addresses ?? [], location.origin);
}

/** Returns host and port of the server's address, as people type it. */
export const useServerHost = () => new URL(useServerAddress()).host;
