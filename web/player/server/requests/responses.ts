/** Types of the responses that a screen stores, and of its own records, such as the position to resume. */
import type { CallLayout, DisplayLogo, QuietHours, Rotation } from '../../../../src/contract/display.ts';
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import type {
  PlayerRadioSettings,
  PlayerTrack,
  QuietTimes,
  RadioSettings,
  RadioStation,
} from '../../../../src/contract/radio.ts';
import type { UrgentPreset } from '../../../../src/contract/urgent.ts';
import type { PlayerStatus } from '../../../../src/contract/players.ts';

export type { DisplayLogo };

/** A change of the UTC offset of the clinic's time zone. */
export interface OffsetChange {
  /** ISO 8601. */
  fromUtc: string;
  minutes: number;
}

export interface Assignment {
  status: PlayerStatus;
  playlist: { id: number; name: string; isRandom: boolean; revision: string } | null;
  items: PlayItem[];
  /** The rule that chose the playlist; omitted for the assigned one. */
  ruleId?: number;
  /** True if a rule switches the screen dark. There is no playlist then. */
  isDark?: true;
  /** True if the clock caused the change: the present item may play to its end. */
  byClock?: true;
  /** True if a rule switches at the exact minute: the present item is cut. */
  isExact?: true;
  /** True if there are no items now, but this playlist or a rule has some at other times. */
  isNothingDue?: true;
  /** Items that the programme will show, the nearest first: downloaded after the other items. */
  later?: readonly PlayItem[];
}

/** A playlist that rules play, with all its items, regardless of their hours. */
export interface RuledPlaylist {
  id: number;
  name: string;
  isRandom: boolean;
  revision: string;
  items: PlayItem[];
}

/** The rules of this screen (contract/README 16.5); the assignment has the assigned playlist. */
export interface Rules {
  revision: string;
  rules: readonly ProgrammeRule[];
  playlists: readonly RuledPlaylist[];
}

export interface Responses {
  /** The assigned playlist with all its items, regardless of their hours. */
  assignment: Assignment;
  rules: Rules;
  /** The ticker's messages of the playing playlist and of the rules' playlists. */
  tickers: { playlistId: number; messages: TickerMessage[] }[];
  notices: PlayerNotice[];
  stations: RadioStation[];
  /** Soundtrack and quiet times are missing in records of older versions. */
  radio: RadioSettings & Partial<PlayerRadioSettings>;
  /** The replaced playlist, which plays on until the assigned one is downloaded. */
  held: { playlistId: number; items: PlayItem[]; isRandom: boolean };
  /** The server's time, and the device's clock at that moment; milliseconds since 1970. */
  time: {
    utcMs: number;
    deviceMs: number;
    utcOffsetMinutes: number;
    /** Offset changes from the server; missing if there are none. */
    offsetChanges?: readonly OffsetChange[];
  };
  info: {
    player: { id: number; name: string; screenId: string };
    user: { name: string; email: string };
    /** Missing in records of versions before 2026-11-22. */
    display?: Display;
  };
  /** Running urgent notices: their end by the server's clock, and the time left when they were stored; milliseconds. */
  urgent: { id: number; key?: string; preset: UrgentPreset; text: string; endsAtMs: number; leftMs: number }[];
  /** The bytes of the clinic's logo. */
  logo: { sha256: string; bytes: Blob };
  /** Ids of playlists of which the device has shown items, the last one first. */
  shownPlaylists: number[];
  /** Position at which playback continues after a restart of the page. */
  resume: { playlistId: number; items: PlayItem[]; index: number };
}

/** Appearance of the screen (contract/README 9.8). */
export interface Display {
  shrinksPicture: boolean;
  /** Missing in records of older versions. */
  logo?: DisplayLogo | null;
  /** Missing in records of older versions. */
  callLayout?: CallLayout | null;
  /** Missing in records of older versions. */
  rotation?: Rotation;
  /** Percent. This and the following are missing in records of older versions. */
  volume?: number;
  darkBrightness?: number;
  quietHours?: QuietHours | null;
}

/** A file that the device stores: an item of a playlist, or a track of music. */
export type MediaFile = Pick<PlayItem, 'id' | 'name' | 'sha256' | 'sizeBytes' | 'useAmbientBackground'> & {
  mediaType: PlayItem['mediaType'] | 'audio';
};

export type Track = MediaFile & PlayerTrack;

/** The sound that the radio should play: a station, or the tracks of a soundtrack. */
export interface RadioSource {
  /** Same-origin stream; null: no station. */
  streamUrl: string | null;
  /** Empty: no soundtrack. */
  tracks: readonly Track[];
  /** Times without station and soundtrack. */
  quiet: QuietTimes;
  /** 0 to 100. */
  volume: number;
}
