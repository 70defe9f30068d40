import { ClockAlert, MonitorOff, MonitorPlay, TriangleAlert, VolumeX } from 'lucide-react';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { formatAgo, formatDateTime, formatTime } from '../../ui/text/format.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import stills from '../../ui/styles/still.module.css';
import { isRuled, turnInWords } from './plays-now.ts';
import styles from './NowPlaying.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/**
 * Shows what the TV reports: the item on it, since when, what it has stored, and what is wrong. `hasLastSeen`: when it
 * was heard of, unless that is beside.
 */
export function NowPlaying({ screen, hasLastSeen = true }: { screen: MyPlayer; hasLastSeen?: boolean }) {
  const { state, isOnline, lastPing, playsNow } = screen;
  const playing = isOnline && state?.videoId != null ? state : undefined;
  const name = playing?.videoName;
  return (
    <div className={styles.box}>
      <div className={classNames(stills.still, styles.picture)}>
        {playing?.thumbnailUrl ? (
          <img src={playing.thumbnailUrl} alt="" />
        ) : isOnline ? (
          <MonitorPlay aria-hidden="true" />
        ) : (
          <MonitorOff aria-hidden="true" />
        )}
      </div>
      <div className={styles.words}>
        {playing ? (
          <>
            <p className={styles.label}>
              Exibindo agora{playing.playingSince && `, desde ${formatTime(playing.playingSince)}`}
            </p>
            <Text as="p" size="sm" weight="bold" ellipsis title={name ?? undefined}>
              {name ?? 'Conteúdo'}
            </Text>
          </>
        ) : (
          <p className={styles.label}>
            {isOnline
              ? playsNow.isDark
                ? 'Tela escura'
                : playsNow.playlist
                  ? 'Preparando o conteúdo…'
                  : playsNow.next
                    ? 'Nada neste horário'
                    : 'Aguardando uma playlist'
              : 'Sem contato com a TV'}
          </p>
        )}
        {(isRuled(playsNow) || (!playsNow.playlist && playsNow.next)) && (
          <p className={styles.facts}>{turnInWords(playsNow, Date.now())}</p>
        )}
        {hasLastSeen &&
          (lastPing ? (
            !isOnline && (
              <p className={styles.facts} title={formatDateTime(lastPing)}>
                Vista por último {formatAgo(lastPing, Date.now())}
              </p>
            )
          ) : (
            <p className={styles.facts}>Nunca foi conectada</p>
          ))}
      </div>
      {isOnline && state && state.totalItems > 0 && (
        <div className={styles.cached}>
          <span>
            Salvo na TV: {state.cachedItems} de {state.totalItems}
          </span>
          {state.downloadPercent !== null && <span>baixando {state.downloadPercent} %</span>}
          <ProgressBar
            label="Conteúdo salvo na TV"
            value={state.downloadPercent ?? (state.cachedItems / state.totalItems) * 100}
          />
        </div>
      )}
      {isOnline && state?.soundBlocked && (
        <Row as="p" gap={2} tone="warning" size="xs" breakable className={styles.problem}>
          <VolumeX aria-hidden="true" />
          Som bloqueado pelo navegador da TV: aperte qualquer tecla do controle remoto.
        </Row>
      )}
      {isOnline && state?.clockUnknown && (
        <Row as="p" gap={2} tone="warning" size="xs" breakable className={styles.problem}>
          <ClockAlert aria-hidden="true" />
          Relógio da TV errado: ao ligar sem o servidor, ela não seguiu a programação. Acerte a data e a hora do
          aparelho.
        </Row>
      )}
      {isOnline && state?.lastError && (
        <Row as="p" gap={2} tone="warning" size="xs" breakable className={styles.problem}>
          <TriangleAlert aria-hidden="true" />
          {state.lastError}
        </Row>
      )}
    </div>
  );
}
