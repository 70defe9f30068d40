import * as z from 'zod';

/** A clinic's own logo, as screens and studio fetch it. */
export const displayLogo = z.object({
  url: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  contentType: z.string(),
  width: z.number(),
  height: z.number(),
  /** The plate on which its colours are seen. */
  ground: z.enum(['light', 'dark']),
});

/** Display settings of all screens of an account (contract/README 9.8). */
export const displaySettings = z.object({
  /** The picture makes room for ticker and notices instead of lying under them. */
  shrinksPicture: z.boolean(),
  /** Shown beside the clock. */
  logo: displayLogo.nullable(),
});
/** Fields left out stay unchanged. The logo has calls of its own. */
export const displaySettingsInput = displaySettings.pick({ shrinksPicture: true }).partial();

export type DisplaySettings = z.infer<typeof displaySettings>;
export type DisplayChoices = Required<z.infer<typeof displaySettingsInput>>;
export type DisplayLogo = z.infer<typeof displayLogo>;
