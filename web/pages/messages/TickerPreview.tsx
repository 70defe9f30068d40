import { Pause, Play } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { passOf, textRem } from '../../player/screen/ticker/ticker-pass.ts';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { oneLine } from './message-form.ts';
import styles from './TickerPreview.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows the message like a screen's ticker, at the same speed. With reduced motion it moves only after the user starts it. */
export function TickerPreview({ title, message }: { title: string; message: string }) {
  const band = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const running = useRef<Animation | undefined>(undefined);
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);

  useLayoutEffect(() => {
    /** Restarts the movement at its current position, because a new text or width changes its duration. */
    const run = () => {
      if (!band.current || !track.current) return;
      const previousX = running.current && new DOMMatrix(getComputedStyle(track.current).transform).m41;
      running.current?.cancel();
      running.current = undefined;
      if (isPaused) return;
      const width = band.current.clientWidth;
      const length = track.current.offsetWidth;
      const remPx = parseFloat(getComputedStyle(track.current).fontSize) / textRem;
      const duration = passOf(width, length, remPx, true).durationMs;
      running.current = track.current.animate(
        [{ transform: `translateX(${width}px)` }, { transform: `translateX(${-length}px)` }],
        { duration, iterations: Infinity },
      );
      running.current.currentTime =
        ((width - Math.max(-length, Math.min(width, previousX ?? 0))) / (width + length)) * duration;
    };
    run();
    const resizeObserver = new ResizeObserver(run);
    if (band.current) resizeObserver.observe(band.current);
    return () => resizeObserver.disconnect();
  }, [title, message, isPaused]);

  useEffect(() => () => running.current?.cancel(), []);

  return (
    <Text as="figure" canShrink>
      <Row as="figcaption" gap={2} align="center" between size="sm" weight="medium" className={styles.caption}>
        Prévia na tela
        <IconButton
          size="sm"
          label={isPaused ? 'Mover a prévia' : 'Parar a prévia'}
          icon={isPaused ? <Play /> : <Pause />}
          onClick={() => setPaused(!isPaused)}
        />
      </Row>
      <div className={styles.screen}>
        <div className={styles.picture} />
        <div
          ref={band}
          tabIndex={isPaused ? 0 : undefined}
          className={isPaused ? `${styles.band} ${styles.still}` : styles.band}
          data-testid="ticker-preview"
        >
          <div ref={track} className={styles.track}>
            {oneLine(title) && <span className={styles.title}>{oneLine(title)}</span>}
            <span className={oneLine(message) ? undefined : styles.empty}>
              {oneLine(message) || 'Sua mensagem aparece aqui'}
            </span>
          </div>
        </div>
      </div>
    </Text>
  );
}
