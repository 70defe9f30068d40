import * as z from 'zod';
import { wholeNumber } from './common.ts';
import { limits } from './limits.ts';
import { dayWindow } from './programme/schedules.ts';

/** A clinic's own logo, for screens and the studio. */
export const displayLogo = z.object({
  url: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  contentType: z.string(),
  width: z.number(),
  height: z.number(),
  /** Brightness of the background on which the logo is legible. */
  ground: z.enum(['light', 'dark']),
});

/** Display settings of all screens of an account (contract/README 9.8). */
export const displaySettings = z.object({
  /** True: the picture shrinks beside ticker and notices instead of being covered by them. */
  shrinksPicture: z.boolean(),
  /** Logo beside the clock. */
  logo: displayLogo.nullable(),
});
/** Layouts of a patient's call as a card over the picture. */
export const cardLayout = z.enum(['lowerThird', 'fullScreen']);
/** 'panel': the last calls stay on the screen, beside a smaller picture. */
export const callLayout = z.enum([...cardLayout.options, 'panel']);
/** Hours in which the videos and the radio of a screen are silent (contract/README 9.13). */
export const quietHours = dayWindow.extend({
  /** True: calls are silent too. */
  mutesCalls: z.boolean(),
});
const brightnessRange = 'O brilho vai de 0 a 100.';
const volumeRange = `O volume vai de ${limits.volume.min} a ${limits.volume.max}.`;
/** Settings that depend on how and where a TV is mounted (contract/README 9.11). */
export const screenSettings = z.object({
  /** Degrees clockwise by which the picture is turned. */
  rotation: z.literal([0, 90, 180, 270]),
  /** Volume of videos and radio in percent. */
  volume: wholeNumber.min(limits.volume.min, volumeRange).max(limits.volume.max, volumeRange),
  quietHours: quietHours.nullable(),
  /** Percent of brightness of the clock while a rule switches the screen dark; 0: no clock. */
  darkBrightness: wholeNumber.min(0, brightnessRange).max(100, brightnessRange),
});
/** Omitted fields stay unchanged. */
export const screenSettingsInput = screenSettings.partial();
/** Display settings as one screen receives them. `callLayout` null: the layout of the account's call settings. */
export const screenDisplay = displaySettings.extend({ callLayout: callLayout.nullable(), ...screenSettings.shape });
export const callLayoutInput = screenDisplay.pick({ callLayout: true });
/** Omitted fields stay unchanged. The logo has its own endpoints. */
export const displaySettingsInput = displaySettings.pick({ shrinksPicture: true }).partial();

export type DisplaySettings = z.infer<typeof displaySettings>;
/** The settings that users choose, without the logo. */
export type DisplayChoices = Required<z.infer<typeof displaySettingsInput>>;
export type ScreenSettings = z.infer<typeof screenSettings>;
export type QuietHours = z.infer<typeof quietHours>;
export type Rotation = ScreenSettings['rotation'];
export type CallLayout = z.infer<typeof callLayout>;
export type DisplayLogo = z.infer<typeof displayLogo>;
