/** Decides how far films, radio and music are lowered together; stage/loudness.ts also lowers single loud films. */

/** Share of the volume that remains for radio and music during a film with sound. */
const filmGain = 0.15;
/** Share of the volume that remains for everything during a call. */
const callGain = 0.1;

export type Gain = ReturnType<typeof createGain>;

export function createGain() {
  const state = { screenVolume: 1, isDuringFilm: false, isDuringCall: false, isMuted: false };
  const listeners: (() => void)[] = [];
  const gain = (gainDuringFilm: number) => {
    if (state.isMuted) return 0;
    return state.screenVolume * (state.isDuringCall ? callGain : state.isDuringFilm ? gainDuringFilm : 1);
  };
  /** Returns a function that changes a part of the state. Repeated values must not restart a fade. */
  const setter =
    <Key extends keyof typeof state>(key: Key) =>
    (value: (typeof state)[Key]): void => {
      if (state[key] === value) return;
      state[key] = value;
      for (const run of listeners) run();
    };
  return {
    /** Returns the gain of films, 0 to 1. */
    ofFilms: () => gain(1),
    /** Returns the gain of radio and music, 0 to 1: lower during a film with sound. */
    ofRadio: () => gain(filmGain),
    /** True if the screen is silent because of its volume or its quiet hours. */
    isSilent: () => state.screenVolume === 0,
    /** Sets the screen's volume, 0 to 1. */
    setScreenVolume: setter('screenVolume'),
    /** Lowers radio and music while a film with sound plays. */
    lowerForFilm: setter('isDuringFilm'),
    /** Lowers everything while a call is spoken. */
    lowerForCall: setter('isDuringCall'),
    /** Mutes everything while an urgent notice is shown. */
    mute: setter('isMuted'),
    /** Calls `run` after each change. */
    onChange: (run: () => void) => void listeners.push(run),
  };
}
