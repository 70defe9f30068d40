/** What is true of screens whatever the database says. */

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Online screens first, then by name (contract/README 9.5); "Tela 2" before "Tela 10". */
export function byPresenceAndName(
  a: { isOnline: boolean; name: string },
  b: { isOnline: boolean; name: string },
): number {
  return Number(b.isOnline) - Number(a.isOnline) || collator.compare(a.name, b.name);
}

/** Names for new screens: "Tela n", counted on from the screens there are, never one in use. */
export function nextNames(taken: readonly string[], quantity: number): string[] {
  const used = new Set(taken);
  const names: string[] = [];
  for (let n = taken.length + 1; names.length < quantity; n += 1) {
    const name = `Tela ${n}`;
    if (!used.has(name)) names.push(name);
  }
  return names;
}
