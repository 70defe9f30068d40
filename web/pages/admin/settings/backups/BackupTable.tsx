import { Download, History } from 'lucide-react';
import { useState } from 'react';
import type { Backups } from '../../../../../src/contract/tasks.ts';
import { urlOf } from '../../../../api/client.ts';
import { formatDateTime, formatMb } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import { lazyDialog } from '../../../../components/shell/overlay/lazy-dialog.tsx';
import { momentText } from './moment.ts';
import { confirmAndDownload, isUnprotectedDownload } from './backup-download.ts';
import styles from './BackupsCard.module.css';

const RestoreDialog = lazyDialog(() => import('./RestoreDialog.tsx'), 'RestoreDialog');

const columns = [
  { label: 'Data' },
  { label: 'Tamanho' },
  { label: 'Versão' },
  { label: 'Voltar' },
  { label: 'Baixar', align: 'end' },
] as const;

/** Lists the backups, with buttons that restore and download them. `isBusy`: a backup or a restore is running. */
export function BackupTable({ backups, isBusy }: Pick<Backups, 'backups'> & { isBusy: boolean }) {
  const [chosen, setChosen] = useState<Backups['backups'][number]>();
  return (
    <>
      <Table caption="Backups" columns={columns}>
        {backups.map((backup) => {
          const { name, createdAt, kind, isBeforeRestore, sizeMb, version } = backup;
          return (
            <tr key={name}>
              <th scope="row">
                {formatDateTime(createdAt)}
                {isBeforeRestore && <span className={styles.kind}>Antes de voltar a um backup</span>}
                {kind === 'database' && <span className={styles.kind}>Só o banco de dados</span>}
              </th>
              <td>{formatMb(sizeMb)}</td>
              <td>{version}</td>
              <td>
                {kind === 'full' && (
                  <Button
                    size="sm"
                    icon={<History aria-hidden="true" />}
                    aria-label={`Voltar para o backup de ${momentText(createdAt)}`}
                    disabled={isBusy}
                    onClick={() => setChosen(backup)}
                  >
                    Voltar
                  </Button>
                )}
              </td>
              <td>
                <DownloadLink name={name} label={`Baixar backup de ${formatDateTime(createdAt)}`} />
              </td>
            </tr>
          );
        })}
      </Table>
      {chosen && <RestoreDialog backup={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Shows a link, or a button if the download needs a confirmation, which a middle click on a link would skip. */
function DownloadLink({ name, label }: { name: string; label: string }) {
  const href = urlOf('GET /api/admin/backups/:name/download', { params: { name } });
  const content = (
    <>
      <Download aria-hidden="true" />
      Baixar
    </>
  );
  return isUnprotectedDownload(location) ? (
    <button type="button" className={styles.download} aria-label={label} onClick={() => void confirmAndDownload(href)}>
      {content}
    </button>
  ) : (
    <a className={styles.download} href={href} download aria-label={label}>
      {content}
    </a>
  );
}
