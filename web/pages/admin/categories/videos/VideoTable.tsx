import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { formatDateTime, formatMb } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { DeleteVideo } from './DeleteVideo.tsx';
import { mediaNames } from './media-names.ts';
import { ReplaceVideo } from './ReplaceVideo.tsx';
import { Picture } from './Picture.tsx';
import { ProcessingBadge } from './ProcessingBadge.tsx';
import styles from './Videos.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

export interface VideosProps {
  videos: readonly CategoryVideo[];
  categoryId: number;
}

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
              <Picture video={video} />
              <Text as="div" breakable grow>
                <Text as="p" size="sm" weight="bold">
                  {video.name}
                </Text>
                <ProcessingBadge video={video} />
              </Text>
            </Row>
          </th>
          <td>{mediaNames[video.mediaType]}</td>
          <td>
            <div className={styles.number}>{formatMb(video.sizeMb)}</div>
          </td>
          <Text as="td" muted tabular nowrap>
            {formatDateTime(video.uploadedAt)}
          </Text>
          <td>
            <div className={styles.number}>
              <ReplaceVideo video={video} />
              <DeleteVideo video={video} categoryId={categoryId} />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
