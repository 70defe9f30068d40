import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { formatDateTime, formatMb } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { DeleteVideo } from './DeleteVideo.tsx';
import { mediaNames } from './media-names.ts';
import { ReplaceVideo } from './ReplaceVideo.tsx';
import { Picture } from './Picture.tsx';
import { ProcessingBadge } from './ProcessingBadge.tsx';
import styles from './Videos.module.css';

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
            <div className={styles.item}>
              <Picture video={video} />
              <div className={styles.words}>
                <p className={styles.name}>{video.name}</p>
                <ProcessingBadge video={video} />
              </div>
            </div>
          </th>
          <td>{mediaNames[video.mediaType]}</td>
          <td>
            <div className={styles.number}>{formatMb(video.sizeMb)}</div>
          </td>
          <td className={styles.date}>{formatDateTime(video.uploadedAt)}</td>
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
