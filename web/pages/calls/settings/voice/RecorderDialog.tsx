import { ArrowLeft, ArrowRight, Check, Mic, Play, RotateCcw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallRecording } from '../../../../../src/contract/calls.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { messageOf } from '../../../../api/client.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx';
import { useIsMounted } from '../../../../ui/hooks/use-is-mounted.ts';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Key } from '../../desk/Key.tsx';
import { MicrophoneHelp } from './MicrophoneHelp.tsx';
import styles from './RecorderDialog.module.css';
import { type MicrophoneProblem, recordingObstacle, type Take, useMicrophone } from './use-microphone.ts';
import { usePlayback } from '../../../../ui/hooks/use-playback.ts';

/** Limits for a recording's highest sample (0 to 1): below `tooLow` hardly a sound was heard, above `tooHigh` it is distorted. */
const peaks = { tooLow: 0.02, tooHigh: 0.985 };
/** Maximum length of a recording in ms: 200 ms below the server's limit, because recorders add some sound at the end. */
const maxMs = limits.calls.recording.seconds * 1_000 - 200;

interface RecorderDialogProps {
  /** Words to record, in this order. The dialog begins with the first word that has no recording. */
  words: readonly CallRecording[];
  onClose: () => void;
}

/** Records words from the microphone, one after the other. The main button has the focus: Enter records, stops, and sends. */
export function RecorderDialog({ words, onClose }: RecorderDialogProps) {
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      words.findIndex(({ url }) => url === null),
    ),
  );
  const recorder = useRecorder();
  const { phase, take, takeUrl } = recorder;
  const playback = usePlayback();
  const word = words[index];
  const recordedCount = words.filter(({ url }) => url !== null).length;

  function go(step: -1 | 1): void {
    if (phase !== 'idle' && phase !== 'recorded') return;
    playback.stop();
    recorder.discard();
    setIndex((before) => Math.min(words.length, Math.max(0, before + step)));
  }
  async function keep(): Promise<void> {
    playback.stop();
    if (word && (await recorder.send(word))) setIndex(index + 1);
  }
  function record(): void {
    playback.stop();
    void recorder.record();
  }
  const playableUrl = takeUrl ?? word?.url ?? undefined;
  useKeys({
    r: () => phase === 'recorded' && record(),
    o: () => playableUrl && phase !== 'recording' && playback.toggle(playableUrl),
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
  });

  return (
    <Dialog open title="Gravar com o microfone" onClose={onClose} footer={<Button onClick={onClose}>Fechar</Button>}>
      <Stack gap={4}>
        <Stack gap={2}>
          <Row between gap={3}>
            <Text weight="medium">{word ? `${index + 1} de ${words.length}` : 'Fim da lista'}</Text>
            <Text muted size="sm">
              {recordedCount === 1 ? '1 palavra gravada' : `${recordedCount} palavras gravadas`}
            </Text>
          </Row>
          <ProgressBar label="Palavras gravadas" value={(recordedCount / words.length) * 100} />
        </Stack>
        {word ? (
          <>
            <p className={styles.word} aria-live="polite">
              {word.text}
              {word.text.toLocaleLowerCase('pt-BR') !== word.word && <span>{`“${word.word}”`}</span>}
            </p>
            <div className={styles.level} aria-hidden="true">
              <div ref={recorder.meter} />
            </div>
            <Row gap={2} wrap justify="center">
              <MainButton phase={phase} onRecord={record} onStop={recorder.stop} onKeep={() => void keep()} />
              {playableUrl && phase !== 'recording' && (
                <Button
                  icon={playback.playing === playableUrl ? <Square /> : <Play />}
                  onClick={() => playback.toggle(playableUrl)}
                >
                  {playback.playing === playableUrl ? 'Parar' : takeUrl ? 'Ouvir' : 'Ouvir a atual'} <Key name="O" />
                </Button>
              )}
              {phase === 'recorded' && (
                <Button icon={<RotateCcw />} onClick={record}>
                  Gravar de novo <Key name="R" />
                </Button>
              )}
            </Row>
            <RecordingAdvice take={take} problem={recorder.problem} error={recorder.error} />
          </>
        ) : (
          <p className={styles.end}>
            {recordedCount === words.length
              ? 'Todas as palavras têm gravação. Faça um teste em “Testar na TV”.'
              : `Ainda sem gravação: ${words.length - recordedCount}. A voz do servidor diz estas palavras.`}
          </p>
        )}
        <Row between gap={2}>
          <Button variant="ghost" icon={<ArrowLeft />} disabled={index === 0} onClick={() => go(-1)}>
            Anterior <Key name="←" />
          </Button>
          <Button variant="ghost" icon={<ArrowRight />} disabled={!word} onClick={() => go(1)}>
            {word?.url ? 'Próxima' : 'Pular'} <Key name="→" />
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

type Phase = 'idle' | 'opening' | 'recording' | 'recorded' | 'sending';

interface MainButtonProps {
  phase: Phase;
  onRecord: () => void;
  onStop: () => void;
  onKeep: () => void;
}

/** Shows the button for the next step. It is one element for all steps, so that it keeps the focus. */
function MainButton({ phase, onRecord, onStop, onKeep }: MainButtonProps) {
  const [label, icon, onClick] = {
    idle: ['Gravar', <Mic key="mic" />, onRecord] as const,
    opening: ['Abrindo o microfone...', <Mic key="mic" />, onRecord] as const,
    recording: ['Parar', <Square key="stop" />, onStop] as const,
    recorded: ['Usar e seguir', <Check key="keep" />, onKeep] as const,
    sending: ['Enviando...', <Check key="keep" />, onKeep] as const,
  }[phase];
  return (
    <Button
      autoFocus
      variant="primary"
      size="lg"
      icon={icon}
      pending={phase === 'opening' || phase === 'sending'}
      onClick={onClick}
    >
      {label} <Key name="Enter" />
    </Button>
  );
}

interface RecordingAdviceProps {
  take: Take | undefined;
  problem: MicrophoneProblem | undefined;
  error: string | undefined;
}

/** Says what is wrong with the microphone, the recording or its upload. */
function RecordingAdvice({ take, problem, error }: RecordingAdviceProps) {
  if (problem) return <MicrophoneHelp problem={problem} />;
  const advice =
    take && take.peak < peaks.tooLow
      ? 'Quase nada foi ouvido. Fale mais perto, ou escolha outro microfone no navegador.'
      : take && take.peak > peaks.tooHigh
        ? 'O som estourou. Afaste-se um pouco do microfone e grave de novo.'
        : undefined;
  if (!error && !advice)
    return (
      <Text muted size="sm" canShrink>
        Diga a palavra num tom só, a um palmo do microfone. O silêncio em volta é cortado, e o volume, igualado.
      </Text>
    );
  return (
    <Callout tone={error ? 'danger' : 'warning'} role="alert" compact>
      {error ?? advice}
    </Callout>
  );
}

/** Records from the microphone, and keeps the recording until it is sent or discarded. */
function useRecorder() {
  const [phase, setPhase] = useState<Phase>('idle');
  const [take, setTake] = useState<Take>();
  const [problem, setProblem] = useState(recordingObstacle);
  const [error, setError] = useState<string>();
  const [takeUrl, setTakeUrl] = useState<string>();
  const isMounted = useIsMounted();
  const meter = useRef<HTMLDivElement>(null);
  const microphone = useMicrophone((level) => {
    if (meter.current) meter.current.style.transform = `scaleX(${Math.min(1, level)})`;
  });
  useEffect(() => () => void (takeUrl && URL.revokeObjectURL(takeUrl)), [takeUrl]);

  function discard(): void {
    setPhase('idle');
    setTake(undefined);
    setTakeUrl(undefined);
    setError(undefined);
  }

  async function record(): Promise<void> {
    discard();
    setProblem(undefined);
    setPhase('opening');
    try {
      const { finished } = await microphone.start(maxMs);
      if (!isMounted()) return microphone.stop();
      setPhase('recording');
      const finishedTake = await finished;
      if (!isMounted()) return;
      setTake(finishedTake);
      setTakeUrl(URL.createObjectURL(finishedTake.file));
      setPhase('recorded');
    } catch (reason) {
      setProblem(typeof reason === 'string' ? (reason as MicrophoneProblem) : 'busy');
      setPhase('idle');
    }
  }

  /** Uploads the recording. Returns false and keeps the recording if that fails. */
  async function send({ word }: CallRecording): Promise<boolean> {
    if (!take) return false;
    setPhase('sending');
    try {
      await mutate('PUT /api/call-recordings', { query: { word }, raw: take.file });
      discard();
      return true;
    } catch (reason) {
      setError(messageOf(reason));
      setPhase('recorded');
      return false;
    }
  }

  return { phase, take, takeUrl, problem, error, meter, record, stop: microphone.stop, send, discard };
}

/** Calls the handler of a pressed key. Uses the handlers of the latest render. */
function useKeys(handlers: Readonly<Record<string, () => unknown>>): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
