import { ListX, Send, Unplug } from 'lucide-react';
import { memo } from 'react';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import { PlaylistChips } from '../../components/playlists/PlaylistChips.tsx';
import { NowPlaying } from '../../components/screens/NowPlaying.tsx';
import { hiddenCodeText } from '../../components/screens/screen-view.ts';
import { whyUnavailable } from '../../components/screens/screen-status.ts';
import styles from './BoxCard.module.css';
import { boxStatus, lastPingText } from './box-view.ts';
import { useBoxActions } from './use-box-actions.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

interface BoxCardProps {
  box: MyPlayer;
  playlist: Playlist | undefined;
  mayChange: boolean;
}

/** Shows a TV box with its actions. "Enviar playlist" sends `playlist`. Memoized: changes of other boxes do not render it. */
export const BoxCard = memo(function BoxCard({ box, playlist, mayChange }: BoxCardProps) {
  const { name, screenId, activationCode, assignedPlaylist, lastPing, isPaired } = box;
  const status = boxStatus(box);
  const unavailable = whyUnavailable(box);
  const actions = useBoxActions(box, playlist);

  return (
    <Text as="li" canShrink surface className={styles.card}>
      <Row gap={3} align="start" between>
        <h2 className={styles.name} title={name}>
          {name}
        </h2>
        <Badge tone={status.tone} dot>
          {status.text}
        </Badge>
      </Row>
      <Stack gap={3} className={styles.state}>
        <NowPlaying screen={box} showsLastSeen={false} />
        {unavailable && (
          <Callout tone="warning" compact>
            {unavailable}
          </Callout>
        )}
      </Stack>
      <dl className={styles.facts}>
        <dt>Playlist</dt>
        <dd>
          {assignedPlaylist ? <PlaylistChips playlists={[assignedPlaylist]} /> : <Text muted>Nenhuma playlist</Text>}
        </dd>
        <dt>ID</dt>
        <Text as="dd" weight="bold" tabular nowrap className={styles.code}>
          {screenId}
        </Text>
        {mayChange && (
          <>
            <dt>Código de ativação</dt>
            <dd className={styles.withButton}>
              <Text weight="bold" tabular nowrap className={styles.code}>
                {activationCode}
              </Text>
              {isPaired && (
                <Text muted size="xs" className={styles.used}>
                  em uso
                </Text>
              )}
              <CopyButton size="sm" label={`Copiar código de ativação de ${name}`} text={activationCode} />
            </dd>
          </>
        )}
        {!mayChange && !isPaired && (
          <>
            <dt>Código de ativação</dt>
            <Text as="dd" muted size="sm">
              {hiddenCodeText}
            </Text>
          </>
        )}
        <dt>Último ping</dt>
        <dd title={lastPing ? formatDateTime(lastPing) : undefined}>{lastPingText(box, Date.now())}</dd>
      </dl>
      {mayChange && (
        <Row gap={2} wrap className={styles.actions}>
          <Button
            variant="primary"
            icon={<Send />}
            disabled={unavailable !== undefined}
            pending={actions.isSending}
            onClick={actions.send}
            aria-label={`Enviar playlist para ${name}`}
          >
            Enviar playlist
          </Button>
          {assignedPlaylist && (
            <Button
              icon={<ListX />}
              disabled={unavailable !== undefined}
              pending={actions.isRemoving}
              onClick={() => void actions.remove()}
              aria-label={`Remover playlist de ${name}`}
            >
              Remover
            </Button>
          )}
          {isPaired && (
            <Button
              icon={<Unplug />}
              pending={actions.isDisconnecting}
              onClick={() => void actions.disconnect()}
              aria-label={`Desconectar ${name}`}
            >
              Desconectar
            </Button>
          )}
        </Row>
      )}
    </Text>
  );
});
