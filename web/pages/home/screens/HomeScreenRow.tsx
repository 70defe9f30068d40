import { MonitorOff, MonitorPlay } from 'lucide-react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { tabHref } from '../../../navigation/manage-tabs.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import thumbnails from '../../../ui/styles/thumbnail.module.css';
import styles from './HomeScreenRow.module.css';
import type { Fix, ScreenNow } from './screens-now.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

const fixLabels: Record<Fix, string> = {
  pair: 'Parear TV',
  connect: 'Ver como conectar',
  fill: 'Adicionar conteúdos',
  send: 'Enviar playlist',
};

/** Shows the content and state of a TV, and the button that solves its problem. */
export function HomeScreenRow({
  screen,
  now,
  onSend,
  onConnect,
}: {
  screen: MyPlayer;
  now: ScreenNow;
  onSend: () => void;
  onConnect: () => void;
}) {
  const { name, isOnline, state, status, playsNow } = screen;
  const isPlaying = isOnline && status === 'active' && !playsNow.isDark;
  const picture = isPlaying && state?.videoId != null ? state.thumbnailUrl : null;
  const label = now.fix && `${fixLabels[now.fix]}: ${name}`;
  const hasNothing = !screen.assignedPlaylist && !playsNow.next && !playsNow.isDark;
  return (
    <li className={styles.row}>
      <div className={classNames(thumbnails.thumbnail, styles.picture)}>
        {picture ? (
          <img src={picture} alt="" />
        ) : isOnline ? (
          <MonitorPlay aria-hidden="true" />
        ) : (
          <MonitorOff aria-hidden="true" />
        )}
      </div>
      <Text as="div" canShrink>
        <Row gap={2} rowGap={1} align="center" wrap>
          <Text as="h2" size="sm" ellipsis className={styles.name} title={name}>
            {name}
          </Text>
          <Badge tone={now.badge.tone} dot>
            {now.badge.text}
          </Badge>
        </Row>
        <Text as="p" size="sm" ellipsis title={now.headline}>
          {now.headline}
        </Text>
        <Text as="p" muted size="xs" tabular breakable>
          {now.detail}
        </Text>
      </Text>
      {now.fix && (
        <div className={styles.fix}>
          {now.fix === 'fill' ? (
            <ButtonLink size="sm" variant="primary" href={tabHref('playlists')} aria-label={label}>
              {fixLabels.fill}
            </ButtonLink>
          ) : (
            <Button
              size="sm"
              variant={now.fix === 'send' && hasNothing ? 'primary' : 'secondary'}
              aria-label={label}
              onClick={now.fix === 'send' ? onSend : onConnect}
            >
              {fixLabels[now.fix]}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
