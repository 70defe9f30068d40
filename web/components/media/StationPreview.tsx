import { CircleAlert, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import styles from './StationPreview.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

type State = 'connecting' | 'playing' | 'failed';

/** Time without sound after which a station counts as failed; screens could not play it either. */
const timeoutMs = 20_000;

/** Plays a station through the server's relay, and shows whether it plays. `streamUrl`: such as '/api/radio/1/stream'. */
export function StationPreview({ name, streamUrl }: { name: string; streamUrl: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<State>('connecting');
  const [attempt, setAttempt] = useState(0);
  const [volume, setVolume] = useState(60);

  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.src = streamUrl;
    element.play().catch(() => {
      // The error event reports failures; `play` also rejects when the preview is stopped, which is no failure.
    });
    return () => {
      // Without `src` the element stops loading the stream; a paused element would continue.
      element.removeAttribute('src');
      element.load();
    };
  }, [streamUrl, attempt]);

  useEffect(() => {
    if (audio.current) audio.current.volume = volume / 100;
  }, [volume]);

  useEffect(() => {
    if (state !== 'connecting') return;
    const timer = setTimeout(() => setState('failed'), timeoutMs);
    return () => clearTimeout(timer);
  }, [state, attempt]);

  const fail = () => audio.current?.hasAttribute('src') && setState('failed');

  return (
    <Row gap={4} rowGap={2} align="center" wrap size="sm" className={styles.preview}>
      <audio
        ref={audio}
        onPlaying={() => setState('playing')}
        onWaiting={() => setState('connecting')}
        onError={fail}
        onEnded={fail}
      />
      <Row as="p" gap={3} align="center" canShrink role="status" className={styles.state}>
        {state === 'connecting' && (
          <>
            <Spinner />
            Conectando a {name}...
          </>
        )}
        {state === 'playing' && (
          <>
            <Row as="span" align="end" className={styles.bars} aria-hidden="true">
              <i />
              <i />
              <i />
            </Row>
            Tocando {name}
          </>
        )}
        {state === 'failed' && (
          <>
            <Text tone="danger" noShrink>
              <CircleAlert />
            </Text>
            A rádio não está respondendo.
          </>
        )}
      </Row>
      {state === 'failed' ? (
        <Button
          size="sm"
          icon={<RotateCw />}
          onClick={() => {
            setState('connecting');
            setAttempt(attempt + 1);
          }}
        >
          Tentar novamente
        </Button>
      ) : (
        <Row as="label" gap={2} align="center" muted className={styles.volume}>
          Volume
          <input
            type="range"
            min={limits.volume.min}
            max={limits.volume.max}
            step={limits.volume.step}
            value={volume}
            onChange={(event) => setVolume(event.target.valueAsNumber)}
          />
        </Row>
      )}
    </Row>
  );
}
