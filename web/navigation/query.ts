/** Parses query parameters. Pure. */

/** Returns the id in a query string, or undefined if it is missing or invalid. */
export function idIn(query: string, name: string): number | undefined {
  const id = Number(new URLSearchParams(query).get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Returns the choice that a query string names (ignoring case), else the first. */
export function choiceIn<Choice extends string>(query: string, name: string, choices: readonly [Choice, ...Choice[]]) {
  const requested = new URLSearchParams(query).get(name)?.toLowerCase();
  return choices.find((choice) => choice === requested) ?? choices[0];
}
