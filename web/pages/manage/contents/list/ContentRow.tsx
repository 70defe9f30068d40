import { useSignals } from '@preact/signals-react/runtime';
import { replacementProgressText } from '../../../../components/media/replace/Replacement.tsx';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';
import { formatDate, formatMb } from '../../../../ui/text/format.ts';
import { ValidityBadge } from '../../../../components/programme/ValidityBadge.tsx';
import { PlaylistChips } from '../../../../components/playlists/PlaylistChips.tsx';
import type { ContentItemProps } from './ContentCard.tsx';
import { FailedAction, FailedReplacementAction } from './FailedAction.tsx';
import { ContentMenu } from './ContentMenu.tsx';
import styles from './ContentRow.module.css';
import { durationText, isProcessing, kindText } from './content-texts.ts';
import { ContentPicture } from './ContentPicture.tsx';
import { SelectionCheckbox } from './SelectionCheckbox.tsx';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Returns the height of a row in rem. */
export const rowHeight = () => 4.75;

export function ContentRow({ video, canManage, events, selection }: Omit<ContentItemProps, 'mark'>) {
  useSignals();
  const isFailed = video.processingStatus === 'failed';
  const replacementText = replacementProgressText(video);
  const hasFailedReplacement = canManage && !replacementText && video.replacement?.status === 'failed';
  return (
    <Row as="article" gap={3} align="center" className={classNames(styles.row, selection?.checked && styles.selected)}>
      {selection && <SelectionCheckbox video={video} {...selection} />}
      <div className={styles.picture}>
        <ContentPicture compact video={video} onOpen={() => events.onOpen(video)} />
      </div>
      <Text as="div" grow>
        <Text as="h3" size="sm" weight="bold" ellipsis className={styles.name} title={video.name}>
          {video.name}
        </Text>
        {isFailed ? (
          <Text as="p" tone="danger" size="xs" ellipsis title={video.processingError ?? undefined}>
            {video.processingError ?? 'O processamento falhou.'}
          </Text>
        ) : hasFailedReplacement ? (
          <Text as="p" tone="danger" size="xs" ellipsis title={video.replacement?.error ?? undefined}>
            A substituição falhou. {video.replacement?.error}
          </Text>
        ) : (
          <Row as="p" gap={2} align="center" muted size="xs" nowrap>
            {canManage && replacementText ? (
              <Badge tone="info">{replacementText}</Badge>
            ) : isProcessing(video) ? (
              <Badge tone="info">
                {video.processingStatus === 'processing'
                  ? `Processando ${Math.round(video.processingProgress)}%`
                  : 'Processando'}
              </Badge>
            ) : (
              kindText(video)
            )}
            <ValidityBadge video={video} />
            <span className={styles.small}>
              {durationText(video)}
              <span className={styles.smallSize}> · {formatMb(video.sizeMb)}</span>
            </span>
          </Row>
        )}
      </Text>
      {isFailed && canManage ? (
        <Row gap={1} align="center" noShrink className={styles.retry}>
          <FailedAction video={video} events={events} />
        </Row>
      ) : hasFailedReplacement ? (
        <Row gap={1} align="center" noShrink className={styles.retry}>
          <FailedReplacementAction video={video} events={events} />
        </Row>
      ) : (
        <div className={styles.playlists}>
          <PlaylistChips playlists={video.assignments.map(({ playlist }) => playlist)} />
        </div>
      )}
      <span className={styles.length}>{isFailed ? '–' : (durationText(video) ?? '–')}</span>
      <span className={styles.size}>{video.sizeMb > 0 ? formatMb(video.sizeMb) : '–'}</span>
      <span className={styles.date}>{formatDate(video.uploadedAt)}</span>
      <ContentMenu video={video} canManage={canManage} events={events} />
    </Row>
  );
}
