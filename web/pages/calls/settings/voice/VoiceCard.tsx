import { useSignals } from '@preact/signals-react/runtime';
import { Mic, Play, Square, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CallRecording, CallSettings } from '../../../../../src/contract/calls.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { confirm } from '../../../../state/confirm.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { secondsText } from '../../desk/receipts.ts';
import { EngineChoice } from './EngineChoice.tsx';
import { RecorderDialog } from './RecorderDialog.tsx';
import { usePlayback } from '../../../../ui/hooks/use-playback.ts';
import { useRecordings } from './use-recordings.ts';
import styles from '../SettingsTab.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Shows the choice of the speech engine, and the words of calls, which the clinic can record to replace the synthesized voice. */
export function VoiceCard({ settings }: { settings: CallSettings }) {
  const recordings = useResource('GET /api/call-recordings');
  return (
    <Card title="Voz">
      <EngineChoice settings={settings} />
      <h3 className={styles.part}>A voz da clínica</h3>
      <p className={styles.text}>
        No lugar da voz do servidor, a clínica pode usar a sua, que é a melhor de todas: grave as palavras com o
        microfone, ou envie um arquivo para cada uma, com até {limits.calls.recording.seconds} segundos (MP3, M4A, OGG
        ou WAV). Nomes de pacientes são sempre ditos pela voz do servidor.
      </p>
      <Loaded resource={recordings} skeleton={<Skeleton height="12rem" />}>
        {(list) => <WordList list={list} settings={settings} />}
      </Loaded>
    </Card>
  );
}

/** Lists the recorded words and those that this clinic's tickets need. A button shows all words. */
function WordList({ list, settings }: { list: readonly CallRecording[]; settings: CallSettings }) {
  useSignals();
  const { send, remove, uploadingWord, problem, setProblem } = useRecordings();
  const { playing, toggle } = usePlayback();
  const [showsAll, setShowsAll] = useState(false);
  const [isRecorderOpen, setRecorderOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<CallRecording>();
  const prefixes = Object.values(settings.prefixes).join('');
  const isRelevant = ({ group, text, url }: CallRecording) =>
    url !== null || (group === 'letter' ? prefixes.includes(text) : group !== 'number' || !settings.isDigitByDigit);
  const shown = showsAll ? list : list.filter(isRelevant);
  const count = list.filter(({ url }) => url !== null).length;

  async function confirmRemoval(recording: CallRecording): Promise<void> {
    const text = 'A voz do servidor volta a dizer esta palavra.';
    if (await confirm({ title: `Apagar a gravação de “${recording.text}”?`, text, action: 'Apagar' }))
      await remove(recording);
  }

  return (
    <>
      {problem && (
        <Text as="div" marginBottom={4}>
          <Callout tone="danger" role="alert" compact>
            {problem}
          </Callout>
        </Text>
      )}
      <ul aria-label="Palavras das chamadas" className={styles.words}>
        {shown.map((recording) => (
          <Row as="li" gap={3} align="center" key={recording.word} className={styles.row}>
            <span>
              <Text weight="medium" canShrink>
                {recording.text}
              </Text>{' '}
              <Text muted size="sm" canShrink>
                {recording.durationMs === null ? '' : `gravada, ${secondsText(recording.durationMs)}`}
              </Text>
            </span>
            <Row as="span" gap={1} noShrink className={styles.buttons}>
              {recording.url && (
                <>
                  <IconButton
                    label={playing === recording.url ? `Parar ${recording.text}` : `Ouvir ${recording.text}`}
                    icon={playing === recording.url ? <Square /> : <Play />}
                    onClick={() => toggle(recording.url ?? '')}
                  />
                  <IconButton
                    label={`Apagar gravação de ${recording.text}`}
                    tone="danger"
                    icon={<Trash2 />}
                    disabled={uploadingWord !== undefined}
                    onClick={() => void confirmRemoval(recording)}
                  />
                </>
              )}
              <IconButton
                label={recording.url ? `Trocar gravação de ${recording.text}` : `Enviar gravação de ${recording.text}`}
                icon={<Upload />}
                pending={uploadingWord === recording.word}
                disabled={uploadingWord !== undefined && uploadingWord !== recording.word}
                onClick={() => {
                  setChosen(recording);
                  setProblem(undefined);
                  input.current?.click();
                }}
              />
            </Row>
          </Row>
        ))}
      </ul>
      <Row align="center" between className={styles.wordsEnd}>
        <Text muted size="sm" canShrink>
          {count === 0 ? 'Nenhuma gravação ainda' : count === 1 ? '1 palavra gravada' : `${count} palavras gravadas`}
        </Text>
        <Row gap={2} wrap justify="end">
          {list.some((recording) => !isRelevant(recording)) && (
            <Button onClick={() => setShowsAll(!showsAll)}>{showsAll ? 'Menos palavras' : 'Todas as palavras'}</Button>
          )}
          <Button icon={<Mic />} onClick={() => setRecorderOpen(true)}>
            Gravar com o microfone
          </Button>
        </Row>
      </Row>
      {isRecorderOpen && <RecorderDialog words={shown} onClose={() => setRecorderOpen(false)} />}
      <input
        ref={input}
        type="file"
        accept="audio/*,.mp3,.m4a,.ogg,.wav,.webm"
        hidden
        aria-label="Arquivo da gravação"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file && chosen) void send(chosen, file);
          // An empty value lets the user choose the same file again.
          event.target.value = '';
        }}
      />
    </>
  );
}
