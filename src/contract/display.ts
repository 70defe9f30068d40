import { z } from 'zod';

/** How all screens of an account look (contract/README 9.8). */
export const displaySettings = z.object({
  /** The picture makes room for ticker and notices instead of lying under them. */
  shrinksPicture: z.boolean(),
});
/** What is left out stays. */
export const displaySettingsInput = displaySettings.partial();

export type DisplaySettings = z.infer<typeof displaySettings>;
