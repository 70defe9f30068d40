import { useSignals } from '@preact/signals-react/runtime';
import { Mic, Play, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallRecording, CallSettings } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { confirm } from '../../../state/confirm.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { recordingReads, useRecordings } from './use-recordings.ts';
import styles from './SettingsTab.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the clinic's recordings of the spoken words, which replace the synthesized voice. */
export function VoiceCard({ settings }: { settings: CallSettings }) {
  const recordings = useResource(recordingReads[0]);
  return (
    <Card title="Voz">
      <p className={styles.text}>
        As chamadas são faladas pela voz do servidor. No lugar dela, a clínica pode usar a sua: um arquivo para cada
        palavra, com até {limits.calls.recording.seconds} segundos (MP3, M4A, OGG ou WAV). Nomes de pacientes são sempre
        ditos pela voz do servidor.
      </p>
      <Loaded resource={recordings} skeleton={<Skeleton height="12rem" />}>
        {(list) => <Words list={list} prefixes={Object.values(settings.prefixes).join('')} />}
      </Loaded>
    </Card>
  );
}

/** Lists the words of calls. `prefixes`: the letters of this clinic's tickets; other letters are shown on demand. */
function Words({ list, prefixes }: { list: readonly CallRecording[]; prefixes: string }) {
  useSignals();
  const { send, remove, busy, problem, setProblem } = useRecordings();
  const { playing, toggle } = usePlayback();
  const [showsAll, setShowsAll] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<CallRecording>();
  const isUsual = ({ group, text, url }: CallRecording) =>
    group !== 'letter' || url !== null || prefixes.includes(text);
  const shown = showsAll ? list : list.filter(isUsual);
  const count = list.filter(({ url }) => url !== null).length;

  async function askToRemove(one: CallRecording): Promise<void> {
    const text = 'A voz do servidor volta a dizer esta palavra.';
    if (await confirm({ title: `Apagar a gravação de “${one.text}”?`, text, action: 'Apagar' })) await remove(one);
  }

  return (
    <>
      {problem && (
        <Text as="div" below={4}>
          <Callout tone="danger" role="alert" compact>
            {problem}
          </Callout>
        </Text>
      )}
      <ul aria-label="Palavras das chamadas" className={styles.words}>
        {shown.map((one) => (
          <Row as="li" gap={3} align="center" key={one.word} className={styles.row}>
            <span>
              <Text weight="medium" narrow>
                {one.text}
              </Text>{' '}
              <Text muted size="sm" narrow>
                {one.durationMs === null ? '' : `gravada, ${seconds(one.durationMs)}`}
              </Text>
            </span>
            <Row as="span" gap={1} rigid className={styles.buttons}>
              {one.url && (
                <>
                  <IconButton
                    label={playing === one.url ? `Parar ${one.text}` : `Ouvir ${one.text}`}
                    icon={playing === one.url ? <Square /> : <Play />}
                    onClick={() => toggle(one.url ?? '')}
                  />
                  <IconButton
                    label={`Apagar gravação de ${one.text}`}
                    tone="danger"
                    icon={<Trash2 />}
                    disabled={busy !== undefined}
                    onClick={() => void askToRemove(one)}
                  />
                </>
              )}
              <IconButton
                label={one.url ? `Trocar gravação de ${one.text}` : `Enviar gravação de ${one.text}`}
                icon={<Mic />}
                pending={busy === one.word}
                disabled={busy !== undefined && busy !== one.word}
                onClick={() => {
                  setChosen(one);
                  setProblem(undefined);
                  input.current?.click();
                }}
              />
            </Row>
          </Row>
        ))}
      </ul>
      <Row align="center" between className={styles.wordsEnd}>
        <Text muted size="sm" narrow>
          {count === 0 ? 'Nenhuma gravação ainda' : count === 1 ? '1 palavra gravada' : `${count} palavras gravadas`}
        </Text>
        {list.some((one) => !isUsual(one)) && (
          <Button onClick={() => setShowsAll(!showsAll)}>{showsAll ? 'Menos letras' : 'Todas as letras'}</Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        accept="audio/*,.mp3,.m4a,.ogg,.wav,.webm"
        hidden
        aria-label="Arquivo da gravação"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file && chosen) void send(chosen, file);
          // Allows the same file to be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Plays recordings on this computer, one at a time. `toggle` starts or stops the one at a URL. */
function usePlayback() {
  const [playing, setPlaying] = useState<string>();
  const audio = useRef<HTMLAudioElement>(undefined);
  const stop = () => {
    audio.current?.pause();
    setPlaying(undefined);
  };
  useEffect(() => () => audio.current?.pause(), []);

  function toggle(url: string): void {
    audio.current?.pause();
    if (playing === url) return stop();
    const next = new Audio(url);
    audio.current = next;
    next.onended = next.onerror = () => audio.current === next && stop();
    setPlaying(url);
    next.play().catch(() => audio.current === next && stop());
  }

  return { playing, toggle };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1).replace('.', ',')} s`;
