import { RotateCw } from 'lucide-react';
import type { Video } from '../../../src/contract/media.ts';
import { useListRow } from '../../state/resources/use-list.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { retryProcessing } from './change-contents.ts';
import { tabHref } from '../../navigation/manage-tabs.ts';
import { ReplacementActions, processingReplacementText } from './replace/Replacement.tsx';
import styles from './ProcessingState.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows the processing state of an item that was just sent, and updates it without a reload. */
export function ProcessingState({ videoId, isPlatform }: { videoId: number; isPlatform: boolean }) {
  const list = useListRow(isPlatform ? 'GET /api/platform-videos' : 'GET /api/videos', videoId);
  const video = list.row;
  return (
    <Row gap={3} rowGap={2} align="center" muted size="sm" canShrink className={styles.line}>
      {video ? (
        <VideoState video={video} isPlatform={isPlatform} />
      ) : (
        <p>{list.isComplete && !list.loading ? 'Este conteúdo foi excluído.' : 'Enviado.'}</p>
      )}
    </Row>
  );
}

function VideoState({ video, isPlatform }: { video: Video; isPlatform: boolean }) {
  const [retry, isRetrying] = useAction('Erro ao atualizar', () => retryProcessing(video.id));
  const { replacement, processingStatus } = video;
  if (replacement && replacement.status !== 'failed')
    return <Badge tone="info">{processingReplacementText(replacement)}</Badge>;
  if (replacement || processingStatus === 'failed')
    return (
      <>
        <Text as="p" grow tone="danger" className={styles.reason}>
          {(replacement ? replacement.error : video.processingError) ?? 'O processamento falhou.'}
        </Text>
        {replacement ? (
          <ReplacementActions video={video} />
        ) : (
          video.canRetry && (
            <Button size="sm" icon={<RotateCw />} pending={isRetrying} onClick={retry}>
              Tentar de novo
            </Button>
          )
        )}
      </>
    );
  // Without a percentage: above the full bar of the upload, a count that begins at 0 again would look like a step back.
  if (processingStatus !== 'completed') return <Badge tone="info">Processando</Badge>;
  return (
    <>
      <Badge tone="success">Pronto</Badge>
      <ButtonLink size="sm" variant="ghost" href={tabHref(isPlatform ? 'plataforma' : 'conteudos')}>
        {isPlatform ? 'Ver em Plataforma' : 'Ver em Meus Conteúdos'}
      </ButtonLink>
    </>
  );
}
