import { CalendarX, ClockAlert, MonitorOff, MonitorPlay, TriangleAlert, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { formatDateTime, formatTime } from '../../ui/text/format.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import thumbnails from '../../ui/styles/thumbnail.module.css';
import { emptyText, isRulePlaying, playsWithEndText } from './plays-now.ts';
import styles from './NowPlaying.module.css';
import { idleText, lastSeenText } from './screen-view.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows a TV's last report: item, downloads, problems. `showsLastSeen`: tells when an offline TV was last seen. */
export function NowPlaying({ screen, showsLastSeen = true }: { screen: MyPlayer; showsLastSeen?: boolean }) {
  const { state, isOnline, lastPing, playsNow, emptyFrom } = screen;
  const playing = isOnline && state?.videoId != null ? state : undefined;
  const name = playing?.videoName;
  return (
    <Stack gap={3} rowGap={2} className={styles.box}>
      <div className={classNames(thumbnails.thumbnail, styles.picture)}>
        {playing?.thumbnailUrl ? (
          <img src={playing.thumbnailUrl} alt="" />
        ) : isOnline ? (
          <MonitorPlay />
        ) : (
          <MonitorOff />
        )}
      </div>
      <Text as="div" canShrink muted size="xs" tabular>
        {playing ? (
          <>
            <p>Exibindo agora{playing.playingSince && `, desde ${formatTime(playing.playingSince)}`}</p>
            <Text as="p" size="sm" weight="bold" ellipsis className={styles.name} title={name ?? undefined}>
              {name ?? 'Conteúdo'}
            </Text>
          </>
        ) : (
          <p title={lastPing && !isOnline ? formatDateTime(lastPing) : undefined}>
            {isOnline
              ? idleText(screen, Date.now())
              : showsLastSeen
                ? lastSeenText(screen, Date.now())
                : 'Não está exibindo'}
          </p>
        )}
        {(isRulePlaying(playsNow) || (!playsNow.playlist && playsNow.next)) && (
          <p>{playsWithEndText(playsNow, Date.now())}</p>
        )}
      </Text>
      {isOnline && state && state.totalItems > 0 && (
        <Stack gap={1} muted size="xs" tabular className={styles.fullWidth}>
          <span>
            Salvo na TV: {state.cachedItems} de {state.totalItems}
          </span>
          {state.downloadPercent !== null && <span>baixando {state.downloadPercent} %</span>}
          <ProgressBar
            label="Conteúdo salvo na TV"
            value={state.downloadPercent ?? (state.cachedItems / state.totalItems) * 100}
          />
        </Stack>
      )}
      {emptyFrom !== null && (
        <Problem icon={<CalendarX />}>
          {emptyText(emptyFrom, Date.now())}. Coloque conteúdos na playlist, ou mude a validade dos que ela tem.
        </Problem>
      )}
      {isOnline && state?.soundBlocked && (
        <Problem icon={<VolumeX />}>
          Som bloqueado pelo navegador da TV: aperte qualquer tecla do controle remoto.
        </Problem>
      )}
      {isOnline && state?.clockUnknown && (
        <Problem icon={<ClockAlert />}>
          Relógio da TV errado: ao ligar sem o servidor, ela não seguiu a programação. Acerte a data e a hora do
          aparelho.
        </Problem>
      )}
      {isOnline && state?.lastError && <Problem icon={<TriangleAlert />}>{state.lastError}</Problem>}
    </Stack>
  );
}

function Problem({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Row as="p" gap={2} tone="warning" size="xs" breakable className={styles.fullWidth}>
      {icon}
      {children}
    </Row>
  );
}
