/** Joins class names and drops what is absent: `classNames(styles.card, isOpen && styles.open)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
