import { useSignals } from '@preact/signals-react/runtime';
import { CheckCircle2, RotateCw, TriangleAlert } from 'lucide-react';
import { limits } from '../../../src/contract/limits.ts';
import { playlistHref, tabHref } from '../../navigation/manage-tabs.ts';
import { useResource } from '../../state/resources/resource.ts';
import { useListRow } from '../../state/resources/use-list.ts';
import { uploadStatusOf } from '../../state/uploads/upload-status.ts';
import { insertUpload, type Upload } from '../../state/uploads/queue.ts';
import type { Destination, UploadPhase } from '../../state/uploads/upload-item.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import tones from '../../ui/styles/tones.module.css';
import styles from './DeliveryState.module.css';
import { ProcessingState } from './ProcessingState.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** An upload that was sent, and whose content goes into a playlist, and perhaps onto a TV. */
export type SentItem = Upload & { phase: Extract<UploadPhase, { status: 'done' }>; destination: Destination };

/** Shows whether a sent file is in its playlist and on its TV yet. If it could not be added to the playlist, offers a retry. */
export function DeliveryState({ item }: { item: SentItem }) {
  useSignals();
  const { id, phase, destination } = item;
  const hasScreen = destination.screen !== undefined;
  const { row: video } = useListRow('GET /api/videos', phase.videoId);
  const screens = useResource('GET /api/my-players', {}, { enabled: hasScreen, refetchMs: limits.screensRefetchMs });
  const items = useResource(
    'GET /api/playlists/:id/assignments',
    { params: { id: destination.playlist.id } },
    { enabled: hasScreen && phase.insertion?.status === 'inserted' },
  );
  if (!video || video.processingStatus === 'failed')
    return <ProcessingState videoId={phase.videoId} isPlatform={false} />;
  const uploadStatus = uploadStatusOf(item, video, {
    screens: screens.data,
    readyCount: items.data?.filter((each) => each.video.processingStatus === 'completed').length,
  });
  return (
    <Row gap={3} rowGap={1} align="center" wrap between className={styles.line}>
      <Row
        as="p"
        gap={2}
        align="start"
        size="sm"
        weight="medium"
        tabular
        canShrink
        role="status"
        className={classNames(styles.status, tones[uploadStatus.tone])}
      >
        <Row as="span" align="center" noShrink className={styles.icon} aria-hidden="true">
          {uploadStatus.isInProgress ? (
            <Spinner />
          ) : uploadStatus.tone === 'success' ? (
            <CheckCircle2 />
          ) : (
            <TriangleAlert />
          )}
        </Row>
        <Text breakable canShrink>
          {uploadStatus.text}
        </Text>
      </Row>
      {phase.insertion?.status === 'failed' ? (
        !phase.insertion.isFinal && (
          <Button size="sm" icon={<RotateCw />} onClick={() => void insertUpload(id)}>
            Tentar de novo
          </Button>
        )
      ) : (
        <ButtonLink
          size="sm"
          variant="ghost"
          href={hasScreen ? tabHref('telas') : playlistHref(destination.playlist.id)}
        >
          {hasScreen ? 'Ver telas' : 'Ver playlist'}
        </ButtonLink>
      )}
    </Row>
  );
}
