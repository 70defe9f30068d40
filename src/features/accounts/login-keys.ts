/** By what a login is throttled: the account and the address. */

const maxKnown = 10_000;

/**
 * An address from which an account has logged in since the start counts its failures for itself: guessing from
 * elsewhere, however long, does not keep the owner waiting.
 */
export function createLoginKeys() {
  const known = new Set<string>();
  const pairOf = (email: string, address: string) => `${email} ${address}`;

  return {
    of(email: string, address: string): string[] {
      const pair = pairOf(email, address);
      return [known.has(pair) ? `login:known:${pair}` : `login:account:${email}`, `login:address:${address}`];
    },
    remember(email: string, address: string): void {
      const pair = pairOf(email, address);
      known.delete(pair);
      known.add(pair);
      if (known.size > maxKnown) known.delete(known.values().next().value as string);
    },
  };
}
