import { Download } from 'lucide-react';
import type { Backups } from '../../../../../src/contract/tasks.ts';
import { urlOf } from '../../../../api/client.ts';
import { formatDateTime, formatMb } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { downloadUnprotected, travelsUnprotected } from './backup-download.ts';
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
            <DownloadLink name={name} label={`Baixar backup de ${formatDateTime(createdAt)}`} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A button where the question comes first: a link would be downloaded past it, with the middle button for one. */
function DownloadLink({ name, label }: { name: string; label: string }) {
  const href = urlOf('GET /api/admin/backups/:name/download', { params: { name } });
  const words = (
    <>
      <Download aria-hidden="true" />
      Baixar
    </>
  );
  return travelsUnprotected(location) ? (
    <button type="button" className={styles.download} aria-label={label} onClick={() => void downloadUnprotected(href)}>
      {words}
    </button>
  ) : (
    <a className={styles.download} href={href} download aria-label={label}>
      {words}
    </a>
  );
}
