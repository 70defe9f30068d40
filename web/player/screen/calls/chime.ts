/** The two soft strokes before a call: made here, so that they need neither server nor storage. */

const rate = 16_000;
/** Frequency in Hz and start in seconds of each stroke: a falling fourth. */
const callStrokes = [
  [784, 0],
  [587.3, 0.42],
] as const;
const tailSeconds = 1.08;
type Strokes = readonly (readonly [hertz: number, since: number])[];
/** Chime of an urgent notice: three times up, which nobody takes for a call. */
export const alarmStrokes: Strokes = [
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

/** 16-bit mono PCM with its RIFF header. */
export function chimeWave(strokes: Strokes = callStrokes): ArrayBuffer {
  const seconds = (strokes[strokes.length - 1]?.[1] ?? 0) + tailSeconds;
  const samples = Math.round(rate * seconds);
  const view = new DataView(new ArrayBuffer(44 + samples * 2));
  const words: [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ];
  for (const [at, word] of words)
    for (let index = 0; index < word.length; index += 1) view.setUint8(at + index, word.charCodeAt(index));
  view.setUint32(4, 36 + samples * 2, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  view.setUint32(40, samples * 2, true);
  for (let index = 0; index < samples; index += 1)
    view.setInt16(44 + index * 2, 32_767 * level(strokes, seconds, index / rate), true);
  return view.buffer;
}

/** -1 to 1, at this second. */
function level(strokes: Strokes, seconds: number, at: number): number {
  let sum = 0;
  for (const [hertz, since] of strokes) {
    const age = at - since;
    if (age < 0) continue;
    // Struck within 8 ms, then dying away; an octave above makes it a bell.
    const loudness = Math.min(1, age / 0.008) * Math.exp(-age * 4.5) * 0.36;
    sum += loudness * (Math.sin(2 * Math.PI * hertz * age) + 0.35 * Math.sin(4 * Math.PI * hertz * age));
  }
  // The end of the file is silence, not a click.
  return sum * Math.min(1, (seconds - at) / 0.1);
}
