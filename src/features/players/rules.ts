/** Rules of screens that need no database. */

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/**
 * Online screens first, then by name (contract/README 9.5); "Tela 2" before "Tela 10". Sorts `screens` itself, and yields
 * where others may have their turn.
 */
export function* sortByPresenceAndName<S extends { isOnline: boolean; name: string }>(screens: S[]) {
  const ranks = yield* rankNames(screens.map(({ name }) => name));
  const rankOf = ({ name }: S) => ranks.get(name) ?? 0;
  return screens.sort((a, b) => Number(b.isOnline) - Number(a.isOnline) || rankOf(a) - rankOf(b));
}

/** Most of 2,000 screens are called alike: each name is compared once. */
function* rankNames(names: readonly string[]): Generator<void, Map<string, number>> {
  const ranks = new Map<string, number>();
  let before: string | undefined;
  let rank = 0;
  for (const name of yield* sortNames([...new Set(names)])) {
    if (before !== undefined && collator.compare(before, name) !== 0) rank += 1;
    ranks.set(name, rank);
    before = name;
  }
  return ranks;
}

/** Maximum number of names sorted without yielding: comparing two takes a microsecond. */
const namesInOneGo = 250;

function* sortNames(names: string[]): Generator<void, string[]> {
  if (names.length <= namesInOneGo) return names.sort(collator.compare);
  const middle = names.length >> 1;
  const one = yield* sortNames(names.slice(0, middle));
  yield;
  const other = yield* sortNames(names.slice(middle));
  yield;
  return merge(one, other);
}

function merge(one: readonly string[], other: readonly string[]): string[] {
  const all: string[] = [];
  let at = 0;
  for (const name of other) {
    while (at < one.length && collator.compare(one[at] as string, name) <= 0) all.push(one[at++] as string);
    all.push(name);
  }
  return [...all, ...one.slice(at)];
}

/** Names for new screens: the given one, or "Tela n", counted on from the screens there are, never one in use. */
export function nextNames(taken: readonly string[], quantity: number, given?: string): string[] {
  if (given !== undefined) return Array<string>(quantity).fill(given);
  const used = new Set(taken);
  const names: string[] = [];
  for (let n = taken.length + 1; names.length < quantity; n += 1) {
    const name = `Tela ${n}`;
    if (!used.has(name)) names.push(name);
  }
  return names;
}
