import { useEffect, useRef } from 'react';

/** Why the microphone cannot be used. */
export type MicrophoneProblem = 'insecure' | 'unsupported' | 'denied' | 'missing' | 'busy';

/** A recording, and its highest sample (0 to 1). */
export interface Take {
  file: File;
  peak: number;
}

/** Recording formats that the server can read. Chromium and Firefox support the first, Safari the second. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Returns why this page cannot record at all; undefined if it can. Browsers require https or localhost. */
export function recordingObstacle(): MicrophoneProblem | undefined {
  if (!window.isSecureContext) return 'insecure';
  const canRecord = 'MediaRecorder' in window && formats.some((format) => MediaRecorder.isTypeSupported(format));
  return canRecord && 'mediaDevices' in navigator ? undefined : 'unsupported';
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotSupportedError') return 'unsupported';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

interface OpenMicrophone {
  stream: MediaStream;
  context: AudioContext;
  meter: AnalyserNode;
}

/**
 * Records from the microphone, which is opened for the first recording and released when the component is removed. During a
 * recording, `onLevel` gets the current peak (0 to 1).
 */
export function useMicrophone(onLevel: (level: number) => void) {
  const microphone = useRef<Promise<OpenMicrophone>>(undefined);
  const stopRecording = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      stopRecording.current?.();
      void microphone.current?.then(closeMicrophone, () => {});
    },
    [],
  );

  async function open(): Promise<OpenMicrophone> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, noiseSuppression: true, autoGainControl: true },
    });
    const context = new AudioContext();
    const meter = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(meter);
    return { stream, context, meter };
  }

  /** Starts a recording or rejects with a `MicrophoneProblem`. `finished` resolves with the recording after `stop` or `maxMs`. */
  async function start(maxMs: number): Promise<{ finished: Promise<Take> }> {
    const obstacle = recordingObstacle();
    if (obstacle) throw obstacle;
    microphone.current ??= open();
    const { stream, meter } = await microphone.current.catch((error: unknown) => {
      microphone.current = undefined;
      throw problemOf(error);
    });
    const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format)) ?? '';
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 128_000 });
    const parts: Blob[] = [];
    let peak = 0;
    const meterTimer = window.setInterval(() => {
      const level = peakOf(meter);
      peak = Math.max(peak, level);
      onLevel(level);
    }, 50);
    const stop = () => recorder.state !== 'inactive' && recorder.stop();
    const stopTimer = window.setTimeout(stop, maxMs);
    stopRecording.current = stop;
    const finished = new Promise<Take>((resolve) => {
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.onstop = () => {
        window.clearInterval(meterTimer);
        window.clearTimeout(stopTimer);
        onLevel(0);
        resolve({ file: new File(parts, 'gravacao', { type: mimeType }), peak });
      };
    });
    recorder.start();
    return { finished };
  }

  return { start, stop: () => stopRecording.current?.() };
}

function peakOf(meter: AnalyserNode): number {
  const samples = new Float32Array(meter.fftSize);
  meter.getFloatTimeDomainData(samples);
  return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
}

function closeMicrophone({ stream, context }: OpenMicrophone): void {
  for (const track of stream.getTracks()) track.stop();
  void context.close();
}
