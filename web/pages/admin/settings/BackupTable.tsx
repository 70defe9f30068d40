import { Download } from 'lucide-react';
import type { Backups } from '../../../../src/contract/tasks.ts';
import { urlOf } from '../../../api/client.ts';
import { formatDateTime, formatMb } from '../../../ui/format.ts';
import { Table } from '../../../ui/Table.tsx';
import styles from './BackupsCard.module.css';

const columns = [
  { label: 'Data' },
  { label: 'Tamanho' },
  { label: 'Versão' },
  { label: 'Baixar', align: 'end' },
] as const;

/** The backups there are, each as a file to keep elsewhere. */
export function BackupTable({ backups }: Pick<Backups, 'backups'>) {
  return (
    <Table caption="Backups" columns={columns}>
      {backups.map(({ name, createdAt, kind, sizeMb, version }) => (
        <tr key={name}>
          <th scope="row">
            {formatDateTime(createdAt)}
            {kind === 'database' && <span className={styles.kind}>Só o banco de dados</span>}
          </th>
          <td>{formatMb(sizeMb)}</td>
          <td>{version}</td>
          <td>
            <a
              className={styles.download}
              href={urlOf('GET /api/admin/backups/:name/download', { params: { name } })}
              download
              aria-label={`Baixar backup de ${formatDateTime(createdAt)}`}
            >
              <Download aria-hidden="true" />
              Baixar
            </a>
          </td>
        </tr>
      ))}
    </Table>
  );
}
