import { useEffect, useRef, useState } from 'react';

/** Plays sounds in the browser, one at a time. `toggle` starts or stops the sound at a URL; `failed` is the URL of a sound that cannot be played. */
export function usePlayback() {
  const [playing, setPlaying] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const audio = useRef<HTMLAudioElement>(undefined);
  const stop = () => {
    audio.current?.pause();
    audio.current = undefined;
    setPlaying(undefined);
  };
  useEffect(() => () => audio.current?.pause(), []);

  function toggle(url: string): void {
    audio.current?.pause();
    setFailed(undefined);
    if (playing === url) return stop();
    const next = new Audio(url);
    audio.current = next;
    next.onended = () => audio.current === next && stop();
    next.onerror = () => {
      if (audio.current !== next) return;
      setFailed(url);
      stop();
    };
    setPlaying(url);
    next.play().catch(() => audio.current === next && stop());
  }

  return { playing, failed, toggle, stop };
}
