/** Saves a user's choices at the desk on this device, and the typed text in memory. */
import type { TicketKind } from '../../../../src/contract/calls.ts';
import type { User } from '../../../../src/contract/accounts/accounts.ts';
import { readStored, writeStored } from '../../../state/device-storage.ts';
import { ticketKinds } from '../queue/ticket-kinds.ts';

const kindsKey = (userId: number) => `antessala-kinds-${userId}`;
const doctorKey = (userId: number) => `antessala-doctor-${userId}`;
const roomKey = (userId: number) => `antessala-room-${userId}`;

/** Returns the kinds of tickets that this desk calls: all kinds until the user chooses some. */
export function savedKinds(userId: number): readonly TicketKind[] {
  const saved = readStored(kindsKey(userId))?.split(',') ?? [];
  const kinds = ticketKinds.filter((kind) => saved.includes(kind));
  return kinds.length > 0 ? kinds : ticketKinds;
}
export const saveKinds = (userId: number, kinds: readonly TicketKind[]): void =>
  writeStored(kindsKey(userId), kinds.join());

/** True if the user chose the doctor's desk on this device. */
export const savedDoctorMode = (userId: number): boolean => readStored(doctorKey(userId)) === 'true';
export const saveDoctorMode = (userId: number, isChosen: boolean): void =>
  writeStored(doctorKey(userId), String(isChosen));

export const savedRoom = (userId: number): number | undefined => Number(readStored(roomKey(userId))) || undefined;
export const saveRoom = (userId: number, roomId: number): void => writeStored(roomKey(userId), String(roomId));

/** Text in the desk's field, and the user who typed it. Only in memory, because the text may be a patient's name. */
let savedText = { person: '', text: '' };
const personKey = (person: User | undefined) => `${person?.id} ${person?.member?.id}`;

/** Saves the typed text: a user whose session has ended finds it again after a new sign-in. */
export const saveTypedText = (person: User | undefined, text: string): void =>
  void (savedText = { person: personKey(person), text });
export const savedTypedText = (person: User | undefined): string =>
  savedText.person === personKey(person) ? savedText.text : '';
