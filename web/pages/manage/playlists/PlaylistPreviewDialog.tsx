import { ChevronLeft, ChevronRight, MonitorPlay } from 'lucide-react';
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import { paths } from '../../../navigation/paths.ts';
import type { PreviewCommand } from '../../../player/pages/preview.ts';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import styles from './PlaylistPreviewDialog.module.css';
import { Text } from '../../../ui/layout/primitives.tsx';

/** Layout size of the frame in px. CSS scales the frame to the available space, so that texts and picture shrink together. */
const frameSize = { width: 1280, height: 720 };

interface PlaylistPreviewDialogProps {
  playlist: Pick<Playlist, 'id' | 'name'>;
  onClose: () => void;
}

/** Shows a playlist as on the TV: the player page in a frame, muted. */
export function PlaylistPreviewDialog({ playlist, onClose }: PlaylistPreviewDialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [scale, setScale] = useState(0);
  const [playingName, setPlayingName] = useState<string>();

  useLayoutEffect(() => {
    if (!box.current) return;
    const resizeObserver = new ResizeObserver(
      ([entry]) =>
        entry &&
        setScale(Math.min(entry.contentRect.width / frameSize.width, entry.contentRect.height / frameSize.height)),
    );
    resizeObserver.observe(box.current);
    return () => resizeObserver.disconnect();
  }, []);

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<{ playing?: unknown }>) => {
      if (source === frame.current?.contentWindow && typeof data.playing === 'string') setPlayingName(data.playing);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  const sendCommand = (command: PreviewCommand) => frame.current?.contentWindow?.postMessage(command, location.origin);
  const size = { width: frameSize.width * scale, height: frameSize.height * scale };

  return (
    <Dialog
      open
      focusSelf
      size="xl"
      title={`Prévia: ${playlist.name}`}
      description="Como a TV vai mostrar, mas sem som e sem avisos administrativos."
      onClose={onClose}
      footer={
        <>
          <Text as="p" muted size="sm" ellipsis grow className={styles.playing} role="status">
            {playingName ?? ''}
          </Text>
          <ButtonLink
            icon={<MonitorPlay />}
            href={`${paths.play}?playlist=${playlist.id}`}
            target="_blank"
            rel="noopener"
          >
            Abrir no navegador
          </ButtonLink>
          <Button icon={<ChevronLeft />} onClick={() => sendCommand('previous')}>
            Anterior
          </Button>
          <Button icon={<ChevronRight />} onClick={() => sendCommand('next')}>
            Próximo
          </Button>
        </>
      }
    >
      <div ref={box} className={styles.viewport}>
        <div className={styles.tv} style={size}>
          <iframe
            ref={frame}
            title={`Prévia de ${playlist.name}`}
            tabIndex={-1}
            src={`${paths.preview}?playlist=${playlist.id}`}
            style={{ ...frameSize, transform: `scale(${scale})` }}
            onLoad={(event: SyntheticEvent<HTMLIFrameElement>) => {
              // After a click into the frame, the frame receives the keys: let Esc close the dialog there too.
              event.currentTarget.contentWindow?.addEventListener(
                'keydown',
                ({ key }) => key === 'Escape' && onClose(),
              );
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}
