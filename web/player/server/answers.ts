/** What of the server's answers a screen keeps. */
import type { DisplayLogo } from '../../../src/contract/display.ts';
import type { TickerMessage } from '../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../src/contract/notices.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { RadioSettings, RadioStation } from '../../../src/contract/radio.ts';
import type { UrgentPreset } from '../../../src/contract/urgent.ts';
import type { PlayerStatus } from '../../../src/contract/players.ts';

export type { DisplayLogo };

/** When the clinic's clocks are set. */
export interface OffsetChange {
  /** ISO 8601. */
  fromUtc: string;
  minutes: number;
}

export interface Assignment {
  status: PlayerStatus;
  playlist: { id: number; name: string; isRandom: boolean; revision: string } | null;
  items: PlayItem[];
  /** The programme wants a dark screen; there is no playlist then. */
  isDark?: true;
}

export interface Answers {
  assignment: Assignment;
  messages: TickerMessage[];
  notices: PlayerNotice[];
  stations: RadioStation[];
  radio: RadioSettings;
  /** The programme that plays on until the assigned one is on the device. */
  held: { playlistId: number; items: PlayItem[]; isRandom: boolean };
  /** The server's time, and what the device's clock said then; milliseconds since 1970. */
  time: {
    utcMs: number;
    deviceMs: number;
    utcOffsetMinutes: number;
    /** As the server told them; missing when there were none. */
    offsetChanges?: readonly OffsetChange[];
  };
  info: {
    player: { id: number; name: string; screenId: string };
    user: { name: string; email: string };
    /** Missing in what a page before 2026-11-22 kept. */
    display?: Display;
  };
  /** Urgent notices that run: until when by the server's clock, and how long that was when it was kept; milliseconds. */
  urgent: { id: number; preset: UrgentPreset; text: string; endsAtMs: number; leftMs: number }[];
  /** The bytes of the clinic's logo. */
  logo: { sha256: string; bytes: Blob };
  /** Where playback goes on after a restart of the page. */
  resume: { playlistId: number; items: PlayItem[]; index: number };
}

/** How the screen looks (contract/README 9.8). */
export interface Display {
  shrinksPicture: boolean;
  /** Missing in what a page before the logos kept. */
  logo?: DisplayLogo | null;
}

/** What is to be heard. */
export interface RadioWish {
  /** Same-origin stream; null: silence. */
  streamUrl: string | null;
  /** 0 to 100. */
  volume: number;
}
