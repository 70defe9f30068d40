import { RotateCw } from 'lucide-react';
import type { Video } from '../../../src/contract/media.ts';
import { useResource } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { retryProcessing } from './change-contents.ts';
import { tabHref } from '../../navigation/manage-tabs.ts';
import { ReplacementActions, replacementText } from './replace/Replacement.tsx';
import styles from './ProcessingState.module.css';
import { Row } from '../../ui/layout/primitives.tsx';

/** Shows the processing state of an item that was just sent: 'Processando' until it is ready, by itself. */
export function ProcessingState({ videoId, isPlatform }: { videoId: number; isPlatform: boolean }) {
  const videos = useResource(isPlatform ? 'GET /api/platform-videos' : 'GET /api/videos');
  const [retry, retrying] = useAction('Erro ao atualizar', () => retryProcessing(videoId));
  const video = videos.data?.find(({ id }) => id === videoId);
  if (!video)
    return (
      <Row as="p" gap={3} rowGap={2} align="center" muted size="sm" narrow className={styles.line}>
        {videos.data && !videos.loading ? 'Este conteúdo foi excluído.' : 'Enviado.'}
      </Row>
    );
  if (video.replacement) return <ReplacementState video={video} />;
  switch (video.processingStatus) {
    case 'completed':
      return (
        <Row as="p" gap={3} rowGap={2} align="center" muted size="sm" narrow className={styles.line}>
          <Badge tone="success">Pronto</Badge>
          <ButtonLink size="sm" variant="ghost" href={tabHref(isPlatform ? 'plataforma' : 'conteudos')}>
            {isPlatform ? 'Ver em Plataforma' : 'Ver em Meus Conteúdos'}
          </ButtonLink>
        </Row>
      );
    case 'failed':
      return (
        <Row gap={3} rowGap={2} align="center" muted size="sm" narrow className={styles.line}>
          <p className={styles.reason}>{video.processingError ?? 'O processamento falhou.'}</p>
          {video.canRetry && (
            <Button size="sm" icon={<RotateCw />} pending={retrying} onClick={retry}>
              Tentar de novo
            </Button>
          )}
        </Row>
      );
    default:
      // No second percentage from 0: the bar beside it has just reached its end.
      return (
        <Row as="p" gap={3} rowGap={2} align="center" muted size="sm" narrow className={styles.line}>
          <Badge tone="info">Processando</Badge>
        </Row>
      );
  }
}

/** The item plays its old bytes until these are ready. */
function ReplacementState({ video }: { video: Video }) {
  if (video.replacement?.status !== 'failed')
    return (
      <Row as="p" gap={3} rowGap={2} align="center" muted size="sm" narrow className={styles.line}>
        <Badge tone="info">{replacementText(video.replacement)}</Badge>
      </Row>
    );
  return (
    <Row gap={3} rowGap={2} align="center" muted size="sm" narrow className={styles.line}>
      <p className={styles.reason}>{video.replacement.error ?? 'O processamento falhou.'}</p>
      <ReplacementActions video={video} />
    </Row>
  );
}
