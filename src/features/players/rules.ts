/** Rules of screens that need no database. */
import { screenNames } from '../../contract/changes/order.ts';

/**
 * Sorts `screens` in place: online screens first, then by name (contract/README 9.5), "Tela 2" before "Tela 10". Yields where
 * other work may run.
 */
export function* sortByPresenceAndName<S extends { id: number; isOnline: boolean; name: string }>(screens: S[]) {
  const ranks = yield* rankNames(screens.map(({ name }) => name));
  const rankOf = ({ name }: S) => ranks.get(name) ?? 0;
  return screens.sort((a, b) => Number(b.isOnline) - Number(a.isOnline) || rankOf(a) - rankOf(b) || a.id - b.id);
}

/** Returns the rank of each name. Many of 2,000 screens share a name: each distinct name is compared once. */
function* rankNames(names: readonly string[]): Generator<void, Map<string, number>> {
  const ranks = new Map<string, number>();
  let previous: string | undefined;
  let rank = 0;
  for (const name of yield* sortNames([...new Set(names)])) {
    if (previous !== undefined && screenNames.compare(previous, name) !== 0) rank += 1;
    ranks.set(name, rank);
    previous = name;
  }
  return ranks;
}

/** Maximum number of names sorted without yielding: comparing two takes a microsecond. */
const maxNamesWithoutYield = 250;

function* sortNames(names: string[]): Generator<void, string[]> {
  if (names.length <= maxNamesWithoutYield) return names.sort(screenNames.compare);
  const middle = names.length >> 1;
  const left = yield* sortNames(names.slice(0, middle));
  yield;
  const right = yield* sortNames(names.slice(middle));
  yield;
  return merge(left, right);
}

function merge(left: readonly string[], right: readonly string[]): string[] {
  const all: string[] = [];
  let at = 0;
  for (const name of right) {
    while (at < left.length && screenNames.compare(left[at] as string, name) <= 0) all.push(left[at++] as string);
    all.push(name);
  }
  return [...all, ...left.slice(at)];
}

/** Returns names for new screens: the given one, or unused names "Tela n" with n above the number of existing screens. */
export function nextNames(taken: readonly string[], quantity: number, givenName?: string): string[] {
  if (givenName !== undefined) return Array<string>(quantity).fill(givenName);
  const used = new Set(taken);
  const names: string[] = [];
  for (let n = taken.length + 1; names.length < quantity; n += 1) {
    const name = `Tela ${n}`;
    if (!used.has(name)) names.push(name);
  }
  return names;
}
