/** Calculates the hours that a drag over the week selects, moves or resizes. Pure functions. */
import type { DayWindow } from '../../../../src/contract/programme/programme.ts';
import { dayMinutes } from '../../../components/programme/local-time.ts';
import { slotMinutes } from './week.ts';

/** A cell of the grid: half an hour of a day. */
export interface Cell {
  /** 0 (Monday) to 6 (Sunday). */
  day: number;
  /** Start of the cell in minutes since midnight. */
  minute: number;
}

/** Returns the cell at a position, given as fractions of the grid's width and height (0 to 1). */
export function cellAt(x: number, y: number): Cell {
  const indexAt = (fraction: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(fraction * count)));
  return { day: indexAt(x, 7), minute: indexAt(y, dayMinutes / slotMinutes) * slotMinutes };
}

/** Returns the days and hours from one cell to another, in either direction. */
export function windowBetween(start: Cell, end: Cell): DayWindow {
  const [first, last] = [Math.min(start.day, end.day), Math.max(start.day, end.day)];
  const [from, to] = [Math.min(start.minute, end.minute), Math.max(start.minute, end.minute) + slotMinutes];
  return { days: Array.from({ length: last - first + 1 }, (_, index) => first + index), from, to: to % dayMinutes };
}

/**
 * Moves the hours and all weekdays as far as `current` is from `start`. The hours still begin on the same day, but may end on
 * the next one. Monday follows Sunday.
 */
export function moveWindow<W extends DayWindow>(window: W, start: Cell, current: Cell): W {
  const minuteShift = Math.min(
    dayMinutes - slotMinutes - window.from,
    Math.max(-window.from, current.minute - start.minute),
  );
  const dayShift = current.day - start.day;
  const days = window.days.map((day) => (((day + dayShift) % 7) + 7) % 7).sort((a, b) => a - b);
  return { ...window, days, from: window.from + minuteShift, to: (window.to + minuteShift + dayMinutes) % dayMinutes };
}

/** Moves the start or the end to the edge of a cell. At least half an hour remains. */
export function resizeWindow<W extends DayWindow>(window: W, edge: 'from' | 'to', current: Cell): W {
  const isOvernight = window.to !== 0 && window.to <= window.from;
  const end = window.to === 0 ? dayMinutes : window.to;
  if (edge === 'from') {
    const latest = isOvernight ? dayMinutes - slotMinutes : end - slotMinutes;
    const earliest = isOvernight ? window.to : 0;
    return { ...window, from: Math.max(earliest, Math.min(latest, current.minute)) };
  }
  const to = current.minute + slotMinutes;
  if (isOvernight) return { ...window, to: Math.min(window.from, to) };
  return { ...window, to: Math.max(window.from + slotMinutes, to) % dayMinutes };
}

export const areWindowsEqual = (one: DayWindow, other: DayWindow): boolean =>
  one.from === other.from && one.to === other.to && one.days.join() === other.days.join();
