import { Monitor, MonitorOff, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Breakable } from '../../../ui/text/Breakable.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { CopyButton } from '../../../ui/action/CopyButton.tsx';
import { ScreenActions } from './ScreenActions.tsx';
import stills from '../../../ui/styles/still.module.css';
import styles from './ScreenCard.module.css';
import type { OpenDialog } from './ScreenDialog.tsx';
import { statusOf } from '../../../components/screens/screen-status.ts';
import { faceOf, noteOf } from './screen-list.ts';

interface ScreenCardProps {
  screen: AdminPlayer;
  /** Date.now() */
  now: number;
  onOpen: OpenDialog;
}

/** One screen: its picture, state, owner, playlist and code. Drawn again only when something of it changes. */
export const ScreenCard = memo(
  function ScreenCard({ screen, now, onOpen }: ScreenCardProps) {
    const { name, owner, screenId, activationCode, isPaired, isOnline, assignedPlaylist, state } = screen;
    const status = statusOf(screen);
    const note = noteOf(screen, now);
    const picture = isOnline ? state?.thumbnailUrl : undefined;
    return (
      <Card as="li" padding="none">
        <div className={styles.card}>
          <div className={styles.top}>
            <div className={classNames(stills.still, styles.tv, isOnline && styles.lit)} aria-hidden="true">
              {picture ? <img src={picture} alt="" loading="lazy" /> : isOnline ? <Monitor /> : <MonitorOff />}
            </div>
            <div className={styles.words}>
              <h2 className={styles.name}>{name}</h2>
              <p className={styles.owner}>
                {owner.username}
                <span>
                  <Breakable text={owner.email} />
                </span>
              </p>
            </div>
          </div>
          <div className={styles.state}>
            <Badge dot tone={status.tone}>
              {status.text}
            </Badge>
            <p className={classNames(styles.note, styles[note.tone])}>
              {note.tone === 'warning' && <TriangleAlert aria-hidden="true" />}
              <span>{note.text}</span>
            </p>
          </div>
          <dl className={styles.facts}>
            <div>
              <dt>Playlist</dt>
              <dd className={assignedPlaylist ? undefined : styles.none}>{assignedPlaylist?.name ?? 'Nenhuma'}</dd>
            </div>
            <div>
              <dt>Canal ID</dt>
              <dd className={styles.code}>{screenId}</dd>
            </div>
            <div className={styles.activation}>
              <dt>Código de ativação</dt>
              <dd>
                <span className={classNames(styles.code, isPaired && styles.none)}>{activationCode}</span>
                {isPaired && <span className={styles.used}>em uso</span>}
                <CopyButton size="sm" label={`Copiar código de ${name}`} text={activationCode} />
              </dd>
            </div>
          </dl>
          <ScreenActions screen={screen} onOpen={onOpen} />
        </div>
      </Card>
    );
  },
  (before, after) =>
    before.onOpen === after.onOpen &&
    ((before.screen === after.screen && before.now === after.now) ||
      faceOf(before.screen, before.now) === faceOf(after.screen, after.now)),
);
