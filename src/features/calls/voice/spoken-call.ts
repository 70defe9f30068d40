/** The spoken words of a call: its label, then its room. */
import type { StoredCall } from '../call-store.ts';
import type { CallSetupStore } from '../setup-store.ts';
import type { CallRecordings } from './recordings.ts';
import { spokenLabel, spokenRoom } from './speech.ts';
import type { Voice } from './voice.ts';

export interface SpokenCallDeps {
  setup: Pick<CallSetupStore, 'settings'>;
  recordings: Pick<CallRecordings, 'segmentsOf'>;
  voice: Pick<Voice, 'addressOf'>;
}

/** Returns a function that returns the addresses of a call's sounds, all or none, and starts making missing ones. */
export const createSpokenCall =
  ({ setup, recordings, voice }: SpokenCallDeps) =>
  (userId: number, { label, isName, roomName }: StoredCall): string[] => {
    if (!setup.settings(userId).voice) return [];
    const words = [
      { segments: recordings.segmentsOf(userId, spokenLabel(label, isName), isName), isName },
      { segments: recordings.segmentsOf(userId, spokenRoom(roomName), false), isName: false },
    ];
    const addresses = words.flatMap((each) => voice.addressOf(each) ?? []);
    return addresses.length === words.length ? addresses : [];
  };
