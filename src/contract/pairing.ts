/** Defines the data of pairing from the TV (contract/README 9.9). */
import * as z from 'zod';
import { id, timestamp } from './common.ts';
import { deviceInfo, playerName, playerSession } from './players.ts';

/** The device asks for a code. `secret`: the secret of its previous code, by which the server recognises the device. */
export const pairingInput = z.object({ deviceInfo, secret: z.string().max(64).optional() });

/** The device receives a code to show. */
export const pairingOffer = z.object({
  /** Six characters to show; the code alone grants nothing. */
  code: z.string(),
  /** Secret that only the device knows. */
  secret: z.string(),
  /** Two digits that phone and TV show, so that people can compare them. */
  checkDigits: z.string(),
  expiresAt: timestamp,
  /** Remaining validity in seconds, because the device's clock may be wrong. */
  expiresInS: z.number(),
});

/** The device asks whether somebody has claimed its code. */
export const pairingPollInput = z.object({ secret: z.string().min(1).max(64) });
/** While nobody has claimed the code: `waiting`, with status 202. Afterwards: the session. */
export const pairingPollReply = z.union([playerSession, z.object({ status: z.literal('waiting') })]);

/** What a person at the phone sees of the device before pairing it. */
export const pendingDevice = z.object({
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

/** The person at the phone pairs the device with a screen. */
export const pairingClaim = z
  .object({
    playerId: id.optional(),
    /** Name of the new screen to pair with, instead of an existing one. */
    name: playerName.optional(),
    /** Playlist to send to the screen at once; omitted: the screen keeps its playlist. */
    playlistId: id.optional(),
    /** True: unpairs the screen's current device. */
    replace: z.boolean().default(false),
  })
  .refine(({ playerId, name }) => (playerId === undefined) !== (name === undefined), {
    message: 'Escolha uma tela, ou dê nome a uma nova.',
    path: ['playerId'],
  });

export type PendingDevice = z.infer<typeof pendingDevice>;
export type PairingClaim = z.infer<typeof pairingClaim>;
