/** Generates the chimes of calls and urgent notices, so that they need neither server nor storage. */

const sampleRate = 16_000;
/** Frequency in Hz and start in seconds of each tone: a falling fourth. */
const callTones = [
  [784, 0],
  [587.3, 0.42],
] as const;
/** Time from the start of the last tone to the end of the file. */
const tailSeconds = 1.08;
type Tones = readonly (readonly [hertz: number, start: number])[];
/** Chime of an urgent notice: three rising tones, three times. */
export const alarmTones: Tones = [
  [659.3, 0],
  [880, 0.22],
  [1108.7, 0.44],
  [659.3, 0.9],
  [880, 1.12],
  [1108.7, 1.34],
  [659.3, 1.8],
  [880, 2.02],
  [1108.7, 2.24],
];

/** Returns a WAV file: 16-bit mono PCM at 16 kHz. */
export function chimeWave(tones: Tones = callTones): ArrayBuffer {
  const seconds = (tones[tones.length - 1]?.[1] ?? 0) + tailSeconds;
  const samples = Math.round(sampleRate * seconds);
  const view = new DataView(new ArrayBuffer(44 + samples * 2));
  const tags: [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ];
  for (const [offset, tag] of tags)
    for (let index = 0; index < tag.length; index += 1) view.setUint8(offset + index, tag.charCodeAt(index));
  view.setUint32(4, 36 + samples * 2, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  view.setUint32(40, samples * 2, true);
  for (let index = 0; index < samples; index += 1)
    view.setInt16(44 + index * 2, 32_767 * amplitudeAt(tones, seconds, index / sampleRate), true);
  return view.buffer;
}

/** Returns the amplitude (-1 to 1) at the time `at`, in seconds, of a chime of `duration` seconds. */
function amplitudeAt(tones: Tones, duration: number, at: number): number {
  let sum = 0;
  for (const [hertz, start] of tones) {
    const age = at - start;
    if (age < 0) continue;
    // Each tone rises within 8 ms and decays; an octave above makes it sound like a bell.
    const loudness = Math.min(1, age / 0.008) * Math.exp(-age * 4.5) * 0.36;
    sum += loudness * (Math.sin(2 * Math.PI * hertz * age) + 0.35 * Math.sin(4 * Math.PI * hertz * age));
  }
  // Fade to silence, so that the end does not click.
  return sum * Math.min(1, (duration - at) / 0.1);
}
