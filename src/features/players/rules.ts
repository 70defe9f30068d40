/** Rules of screens that need no database. */

/** Returns names for new screens: `givenName` for all of them, or unused names "Tela n", n above the number of screens. */
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
