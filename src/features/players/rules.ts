/** What is true of screens whatever the database says. */

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Online screens first, then by name (contract/README 9.5); "Tela 2" before "Tela 10". Sorts `screens` itself. */
export function sortByPresenceAndName<S extends { isOnline: boolean; name: string }>(screens: S[]): S[] {
  const ranks = rankNames(screens.map(({ name }) => name));
  const rankOf = ({ name }: S) => ranks.get(name) ?? 0;
  return screens.sort((a, b) => Number(b.isOnline) - Number(a.isOnline) || rankOf(a) - rankOf(b));
}

/** Comparing two names takes a microsecond, and most of 2,000 screens are called alike: each name is compared once. */
function rankNames(names: readonly string[]): Map<string, number> {
  const ranks = new Map<string, number>();
  let before: string | undefined;
  let rank = 0;
  for (const name of [...new Set(names)].sort(collator.compare)) {
    if (before !== undefined && collator.compare(before, name) !== 0) rank += 1;
    ranks.set(name, rank);
    before = name;
  }
  return ranks;
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
