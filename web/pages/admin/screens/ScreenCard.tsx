import { Monitor, MonitorOff, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Breakable } from '../../../ui/text/Breakable.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { Description, DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { CopyButton } from '../../../ui/action/CopyButton.tsx';
import { ScreenActions } from './ScreenActions.tsx';
import thumbnails from '../../../ui/styles/thumbnail.module.css';
import styles from './ScreenCard.module.css';
import type { OpenDialog } from './ScreenDialog.tsx';
import { statusOf } from '../../../components/screens/screen-status.ts';
import { cardContent, noteOf } from './screen-list.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

interface ScreenCardProps {
  screen: AdminPlayer;
  /** Date.now() */
  now: number;
  onOpen: OpenDialog;
}

/** Shows one screen: thumbnail, state, owner, playlist and code. Renders again only when `cardContent` changes. */
export const ScreenCard = memo(
  function ScreenCard({ screen, now, onOpen }: ScreenCardProps) {
    const { name, owner, screenId, activationCode, isPaired, isOnline, assignedPlaylist, state } = screen;
    const status = statusOf(screen);
    const note = noteOf(screen, now);
    const thumbnail = isOnline ? state?.thumbnailUrl : undefined;
    return (
      <Card as="li" padding="none">
        <div className={styles.card}>
          <Row gap={3} align="center">
            <div className={classNames(thumbnails.thumbnail, styles.tv, isOnline && styles.online)} aria-hidden="true">
              {thumbnail ? <img src={thumbnail} alt="" loading="lazy" /> : isOnline ? <Monitor /> : <MonitorOff />}
            </div>
            <Text as="div" canShrink breakable>
              <Text as="h2" size="md">
                {name}
              </Text>
              <Text as="p" size="sm" className={styles.owner}>
                {owner.username}
                <span>
                  <Breakable text={owner.email} />
                </span>
              </Text>
            </Text>
          </Row>
          <Row gap={2} align="baseline" className={styles.state}>
            <Badge dot tone={status.tone}>
              {status.text}
            </Badge>
            <Row
              as="p"
              gap={1}
              size="sm"
              align="start"
              canShrink
              breakable
              muted={note.tone === 'muted'}
              tone={note.tone === 'warning' ? 'warning' : undefined}
              className={styles.note}
            >
              {note.tone === 'warning' && <TriangleAlert aria-hidden="true" />}
              <span>{note.text}</span>
            </Row>
          </Row>
          <DescriptionList layout="cards" className={styles.facts}>
            <Description name="Playlist">
              {assignedPlaylist?.name ?? <span className={styles.inactive}>Nenhuma</span>}
            </Description>
            <Description name="Canal ID">
              <span className={styles.code}>{screenId}</span>
            </Description>
            <Description name="Código de ativação" className={styles.activation}>
              <span className={classNames(styles.code, isPaired && styles.inactive)}>{activationCode}</span>
              {isPaired && <span className={styles.inUse}>em uso</span>}
              <CopyButton size="sm" label={`Copiar código de ${name}`} text={activationCode} />
            </Description>
          </DescriptionList>
          <ScreenActions screen={screen} onOpen={onOpen} />
        </div>
      </Card>
    );
  },
  (before, after) =>
    before.onOpen === after.onOpen &&
    ((before.screen === after.screen && before.now === after.now) ||
      cardContent(before.screen, before.now) === cardContent(after.screen, after.now)),
);
