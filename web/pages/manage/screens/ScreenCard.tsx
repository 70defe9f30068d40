import { Pencil, Send } from 'lucide-react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { PlaylistDot } from '../../../components/playlists/PlaylistDot.tsx';
import { NowPlaying } from '../../../components/screens/NowPlaying.tsx';
import styles from './ScreenCard.module.css';
import { ScreenMenu } from './ScreenMenu.tsx';
import { useStop } from './use-stop.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { useServerHost } from '../../../components/screens/use-server-address.ts';
import { badgesOf, hiddenCodeText, connectSteps } from '../../../components/screens/screen-view.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

export interface ScreenCardProps {
  screen: MyPlayer;
  mayChange: boolean;
  onSend: () => void;
  onRename: () => void;
  onCallLayout: () => void;
  onSettings: () => void;
}

/** Shows a screen: its state, its playlist, help when it does not play, and its actions. */
export function ScreenCard({ screen, mayChange, onSend, onRename, onCallLayout, onSettings }: ScreenCardProps) {
  const unavailableReason = whyUnavailable(screen);
  const steps = connectSteps(screen, useServerHost());
  const [stop, isStopping] = useStop(screen);
  return (
    <Text as="li" canShrink surface className={styles.card}>
      <Row gap={2} align="start" between>
        <div className={styles.title}>
          <h3 className={styles.name} title={screen.name}>
            {screen.name}
          </h3>
          <Text as="p" muted size="xs" className={styles.channel}>
            Canal {screen.screenId}
          </Text>
        </div>
        {mayChange && <IconButton label={`Renomear ${screen.name}`} icon={<Pencil />} size="sm" onClick={onRename} />}
        {mayChange && screen.status !== 'blocked' && (
          <ScreenMenu screen={screen} onCallLayout={onCallLayout} onSettings={onSettings} />
        )}
      </Row>
      <Row as="p" gap={2} wrap>
        {badgesOf(screen).map(({ text, tone }) => (
          <Badge key={text} tone={tone} dot>
            {text}
          </Badge>
        ))}
      </Row>
      <NowPlaying screen={screen} />
      {steps.length > 0 && (
        <Callout tone="warning" compact title="O que fazer">
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {!screen.isPaired &&
            (screen.activationCode ? <p className={styles.code}>{screen.activationCode}</p> : <p>{hiddenCodeText}</p>)}
        </Callout>
      )}
      <Row gap={2} align="center" size="sm" weight="bold" canShrink className={styles.playlist}>
        {screen.assignedPlaylist ? (
          <>
            <PlaylistDot playlistId={screen.assignedPlaylist.id} />
            <Text ellipsis canShrink className={styles.playlistName} title={screen.assignedPlaylist.name}>
              {screen.assignedPlaylist.name}
            </Text>
            {!unavailableReason && mayChange && (
              // Keep a distance from 'Enviar playlist', so that a wrong click does not stop a TV.
              <Button size="sm" variant="ghost" pending={isStopping} onClick={() => void stop()}>
                Parar reprodução
              </Button>
            )}
          </>
        ) : (
          <span className={styles.none}>Nenhuma playlist</span>
        )}
      </Row>
      {(unavailableReason || mayChange) && (
        <div className={styles.foot}>
          {unavailableReason ? (
            <Text as="p" muted size="sm" className={styles.closed}>
              {unavailableReason}
            </Text>
          ) : (
            <Button block icon={<Send />} onClick={onSend}>
              Enviar playlist
            </Button>
          )}
        </div>
      )}
    </Text>
  );
}
