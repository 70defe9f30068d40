import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { formatDateTime, formatMb } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { VideoActions } from './VideoActions.tsx';
import { VideoSummary } from './VideoSummary.tsx';
import styles from './Videos.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

export interface VideosProps {
  videos: readonly CategoryVideo[];
  categoryId: number;
}

export const mediaNames: Record<CategoryVideo['mediaType'], string> = { video: 'Vídeo', image: 'Imagem' };

const columns = [
  { label: 'Conteúdo' },
  { label: 'Tipo' },
  { label: 'Tamanho', align: 'end' },
  { label: 'Enviado em' },
  { label: 'Ações', align: 'end' },
] as const;

export function VideoTable({ videos, categoryId }: VideosProps) {
  return (
    <Table caption="Vídeos da plataforma" columns={columns}>
      {videos.map((video) => (
        <tr key={video.id}>
          <th scope="row">
            <Row gap={3} align="center">
              <VideoSummary video={video} />
            </Row>
          </th>
          <td>{mediaNames[video.mediaType]}</td>
          <td>
            <div className={styles.alignEnd}>{formatMb(video.sizeMb)}</div>
          </td>
          <Text as="td" muted tabular nowrap>
            {formatDateTime(video.uploadedAt)}
          </Text>
          <td>
            <div className={styles.alignEnd}>
              <VideoActions video={video} categoryId={categoryId} />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
