/** Pairing from the TV (contract/README 9.9). */
import * as z from 'zod';
import { id, timestamp } from './common.ts';
import { deviceInfo, playerName, playerSession } from './players.ts';

/** `secret`: of the code before, so that the device stays the same one. */
export const pairingInput = z.object({ deviceInfo, secret: z.string().max(64).optional() });

export const pairingOffer = z.object({
  /** Six characters; grants nothing. */
  code: z.string(),
  /** The device's alone. */
  secret: z.string(),
  /** Two digits that phone and TV show both. */
  checkDigits: z.string(),
  expiresAt: timestamp,
  /** The same from now: the device's clock may be wrong. */
  expiresInS: z.number(),
});

export const pairingPollInput = z.object({ secret: z.string().min(1).max(64) });
/** 202 while nobody has claimed it, else the session. */
export const pairingPollReply = z.union([playerSession, z.object({ status: z.literal('waiting') })]);

/** Device details that a person sees before pairing it. */
export const pairingRequest = z.object({
  code: z.string(),
  checkDigits: z.string(),
  expiresAt: timestamp,
  device: z.object({
    /** 'MXQ Pro 4K', 'TV Samsung'; null: unknown. */
    model: z.string().nullable(),
    /** 'Chromium 64'; null: unknown. */
    engine: z.string().nullable(),
    /** '1920 x 1080'; null: unknown. */
    resolution: z.string().nullable(),
    address: z.string(),
  }),
});

export const pairingClaim = z
  .object({
    playerId: id.optional(),
    /** Name of the new screen to pair with, instead of an existing one. */
    name: playerName.optional(),
    /** Sent to the screen at once; left out: what it plays stays. */
    playlistId: id.optional(),
    /** The screen's present device is released. */
    replace: z.boolean().default(false),
  })
  .refine(({ playerId, name }) => (playerId === undefined) !== (name === undefined), {
    message: 'Escolha uma tela, ou dê nome a uma nova.',
    path: ['playerId'],
  });

export type PairingRequest = z.infer<typeof pairingRequest>;
export type PairingClaim = z.infer<typeof pairingClaim>;
