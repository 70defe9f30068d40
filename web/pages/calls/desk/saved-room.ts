import type { TicketKind } from '../../../../src/contract/calls.ts';
import type { User } from '../../../../src/contract/accounts/accounts.ts';
import { ticketKinds } from '../queue/ticket-kinds.ts';

/** Returns the localStorage key of the room that a user chose on this computer. */
const roomKey = (userId: number) => `antessala-room-${userId}`;

/** Returns the localStorage key of the kinds of tickets that a user calls on this computer. */
const kindsKey = (userId: number) => `antessala-kinds-${userId}`;

/** Returns the kinds of tickets that this desk calls: all kinds until the user chooses some. */
export function savedKinds(userId: number): readonly TicketKind[] {
  try {
    const saved = localStorage.getItem(kindsKey(userId))?.split(',') ?? [];
    const kinds = ticketKinds.filter((kind) => saved.includes(kind));
    return kinds.length > 0 ? kinds : ticketKinds;
  } catch {
    return ticketKinds;
  }
}

export function saveKinds(userId: number, kinds: readonly TicketKind[]): void {
  try {
    localStorage.setItem(kindsKey(userId), kinds.join());
  } catch {
    // Without storage the desk calls all kinds again after a reload.
  }
}

/** Returns the localStorage key of the choice of the doctor's desk on this device. */
const doctorKey = (userId: number) => `antessala-doctor-${userId}`;

/** True if the user chose the doctor's desk on this device. */
export function savedDoctorMode(userId: number): boolean {
  try {
    return localStorage.getItem(doctorKey(userId)) === 'true';
  } catch {
    return false;
  }
}

export function saveDoctorMode(userId: number, isChosen: boolean): void {
  try {
    localStorage.setItem(doctorKey(userId), String(isChosen));
  } catch {
    // Without storage the whole desk is shown after a reload.
  }
}

export function savedRoom(userId: number): number | undefined {
  try {
    return Number(localStorage.getItem(roomKey(userId))) || undefined;
  } catch {
    return undefined;
  }
}

export function saveRoom(userId: number, roomId: number): void {
  try {
    localStorage.setItem(roomKey(userId), String(roomId));
  } catch {
    // Without storage the user chooses the room again after a reload.
  }
}

/** Text in the desk's field, and the user who typed it. Only in memory, because the text may be a patient's name. */
let savedText = { person: '', text: '' };
const personKey = (person: User | undefined) => `${person?.id} ${person?.member?.id}`;

/** Saves the typed text, which is restored for the same user after a session that ended and a new sign-in. */
export const saveTypedText = (person: User | undefined, text: string): void =>
  void (savedText = { person: personKey(person), text });
export const savedTypedText = (person: User | undefined): string =>
  savedText.person === personKey(person) ? savedText.text : '';
