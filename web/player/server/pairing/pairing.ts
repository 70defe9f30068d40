import { has, isId, isText } from '../requests/shape.ts';

/** What a device holds while it is paired. */
export interface Credentials {
  playerId: number;
  userId: number;
  token: string;
}

const isComplete = has({ playerId: isId, userId: isId, token: (value) => isText(value) && value !== '' });

/** Whether an answer of the server, or what the device kept, can be a pairing. */
export const isPairing = (value: unknown): value is Credentials => isComplete(value);
