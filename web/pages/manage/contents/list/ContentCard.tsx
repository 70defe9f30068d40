import { useSignals } from '@preact/signals-react/runtime';
import { ListPlus, TriangleAlert } from 'lucide-react';
import type { Video } from '../../../../../src/contract/media.ts';
import { replacementProgressText } from '../../../../components/media/replace/Replacement.tsx';
import { hasCapability } from '../../../../state/session.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { ValidityBadge } from '../../../../components/programme/ValidityBadge.tsx';
import { PlaylistChips } from '../../../../components/playlists/PlaylistChips.tsx';
import styles from './ContentCard.module.css';
import { type ContentEvents, ContentMenu } from './ContentMenu.tsx';
import { FailedAction, FailedReplacementAction } from './FailedAction.tsx';
import { kindAndSizeText } from './content-texts.ts';
import { ContentPicture } from './ContentPicture.tsx';
import { SelectionCheckbox } from './SelectionCheckbox.tsx';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

export interface ContentItemProps {
  video: Video;
  canManage: boolean;
  events: ContentEvents;
  /** Without it the item has no checkbox. */
  selection?: { checked: boolean; onToggle: (isRange: boolean) => void } | undefined;
  /** Colour in the tab Plataforma (contract/README 2.4): blue for contents without an owner, grey for contents of an account. */
  mark?: 'platform' | 'user';
}

/** Returns the height of a card in a column of this width, in rem. The picture is 16:9. */
export const cardHeight = (columnRem: number) => ((columnRem - 1) * 9) / 16 + 7.375;

export function ContentCard({ video, canManage, events, selection, mark }: ContentItemProps) {
  useSignals();
  const isFailed = video.processingStatus === 'failed';
  const replacementText = replacementProgressText(video);
  const hasFailedReplacement = canManage && !replacementText && video.replacement?.status === 'failed';
  return (
    <Text
      as="article"
      canShrink
      surface
      className={classNames(styles.card, selection?.checked && styles.selected, mark && styles[mark])}
    >
      <div className={styles.picture}>
        <ContentPicture video={video} onOpen={() => events.onOpen(video)} />
        {isFailed && (
          <p className={classNames(styles.problem, styles.reason)}>
            <TriangleAlert size="1.25rem" />
            <span>{canManage ? (video.processingError ?? 'O processamento falhou.') : 'Indisponível no momento.'}</span>
          </p>
        )}
        {!isFailed && !replacementText && (
          <p className={styles.validity}>
            <ValidityBadge video={video} />
          </p>
        )}
        {canManage && replacementText && (
          <p className={styles.replacing}>
            <Badge tone="info">{replacementText}</Badge>
          </p>
        )}
        {hasFailedReplacement && (
          <p className={classNames(styles.problem, styles.notReplaced)} title={video.replacement?.error ?? undefined}>
            <TriangleAlert size="1rem" />
            <span>A substituição falhou. {video.replacement?.error}</span>
          </p>
        )}
        {selection && (
          <div className={styles.tick}>
            <SelectionCheckbox video={video} {...selection} />
          </div>
        )}
      </div>
      <Row gap={1} align="center" className={styles.head}>
        <Text as="div" grow>
          <Text as="h3" size="sm" weight="bold" ellipsis className={styles.name} title={video.name}>
            {video.name}
          </Text>
          <Text as="p" muted size="xs" tabular ellipsis>
            {kindAndSizeText(video)}
          </Text>
        </Text>
        <ContentMenu video={video} canManage={canManage} events={events} />
      </Row>
      <Row gap={2} align="center" between className={styles.foot}>
        {isFailed && canManage ? (
          <FailedAction video={video} events={events} />
        ) : hasFailedReplacement ? (
          <FailedReplacementAction video={video} events={events} />
        ) : (
          <>
            <PlaylistChips playlists={video.assignments.map(({ playlist }) => playlist)} max={1} />
            {!isFailed && hasCapability('playlists') && (
              <IconButton
                size="sm"
                outlined
                label={`Adicionar ${video.name} à playlist`}
                icon={<ListPlus />}
                onClick={() => events.onAdd([video])}
              />
            )}
          </>
        )}
      </Row>
    </Text>
  );
}
