/** Responses of the server that a screen keeps. */
import type { DisplayLogo } from '../../../../src/contract/display.ts';
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import type { RadioSettings, RadioStation } from '../../../../src/contract/radio.ts';
import type { UrgentPreset } from '../../../../src/contract/urgent.ts';
import type { PlayerStatus } from '../../../../src/contract/players.ts';

export type { DisplayLogo };

/** A change of the clinic's offset. */
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
  /** Only the time of day made it another one: nobody edited anything, and what is on the screen may come to its end. */
  byClock?: true;
  /** A rule wants its switch at the very minute: nothing comes to its end. */
  isExact?: true;
  /** Items that the programme will show, the nearest first: to be brought onto the device behind the items. */
  later?: readonly PlayItem[];
}

/** A playlist that rules play, with all its items, whatever their hours. */
export interface RuledPlaylist {
  id: number;
  name: string;
  isRandom: boolean;
  revision: string;
  items: PlayItem[];
}

/** The rules of this screen (contract/README 16.5); the playlist that was sent is in the assignment. */
export interface Rules {
  revision: string;
  rules: readonly ProgrammeRule[];
  playlists: readonly RuledPlaylist[];
}

export interface Responses {
  /** The playlist that was sent, with all its items, whatever their hours. */
  assignment: Assignment;
  rules: Rules;
  /** The ticker's messages of what plays, and of what rules play. */
  tickers: { playlistId: number; messages: TickerMessage[] }[];
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
    /** Offset changes from the server; missing when there were none. */
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
  /** Position at which playback continues after a restart of the page. */
  resume: { playlistId: number; items: PlayItem[]; index: number };
}

/** Appearance of the screen (contract/README 9.8). */
export interface Display {
  shrinksPicture: boolean;
  /** Missing in what a page before the logos kept. */
  logo?: DisplayLogo | null;
}

/** Wanted sound of the radio. */
export interface RadioSource {
  /** Same-origin stream; null: silence. */
  streamUrl: string | null;
  /** 0 to 100. */
  volume: number;
}
