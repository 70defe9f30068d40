/** Finds the tickets that a typed label may mean ("n001", "n6" or "6" for N006, "80 12" for 80-012). Pure; browsers load it. */
import type { Ticket } from '../calls.ts';

/**
 * Returns the waiting tickets that `typed` may mean: the one with exactly this label (ignoring case, spaces and hyphens), or else
 * all whose number was typed, with or without their prefix. If no waiting ticket matches, returns the matching absent tickets.
 */
export function ticketsMatching<T extends Pick<Ticket, 'label' | 'number' | 'status'>>(
  tickets: readonly T[],
  typed: string,
): T[] {
  const text = compact(typed);
  for (const status of ['waiting', 'absent'] as const) {
    const candidates = tickets.filter((ticket) => ticket.status === status);
    const exact = candidates.filter(({ label }) => compact(label) === text);
    const found = exact.length > 0 ? exact : candidates.filter((ticket) => matchesLabel(ticket, text));
    if (found.length > 0) return found;
  }
  return [];
}

const compact = (label: string): string => label.replace(/[\s-]/g, '').toUpperCase();

function matchesLabel({ label, number }: Pick<Ticket, 'label' | 'number'>, text: string): boolean {
  const prefix = compact(label).slice(0, -String(number).padStart(3, '0').length);
  const numbers = text.startsWith(prefix) ? [text, text.slice(prefix.length)] : [text];
  return numbers.some((digits) => /^\d+$/.test(digits) && Number(digits) === number);
}
