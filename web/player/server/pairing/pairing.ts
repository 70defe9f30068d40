import { has, isId, isText } from '../requests/shape.ts';

/** Credentials of a paired device. */
export interface Credentials {
  playerId: number;
  userId: number;
  token: string;
}

const isComplete = has({ playerId: isId, userId: isId, token: (value) => isText(value) && value !== '' });

/** True if a response or a stored record is a valid pairing. */
export const isPairing = (value: unknown): value is Credentials => isComplete(value);
