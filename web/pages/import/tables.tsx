/** Shows the playlists and files of an import as tables. */
import type { ReactNode } from 'react';
import type { ImportDetails, ImportFile } from '../../../src/contract/contents/imports.ts';
import { limits } from '../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { Table, type TableColumn } from '../../ui/data/Table.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { formatMb } from '../../ui/text/format.ts';
import styles from './Import.module.css';

interface TableSectionProps {
  title: string;
  columns: readonly TableColumn[];
  /** Number of rows that are not shown. */
  hiddenCount?: number;
  children: ReactNode;
}

function TableSection({ title, columns, hiddenCount = 0, children }: TableSectionProps) {
  return (
    <Stack as="section" fluid gap={2} aria-label={title}>
      <h3>{title}</h3>
      <Table caption={title} columns={columns}>
        {children}
      </Table>
      {hiddenCount > 0 && (
        <Text as="p" muted size="sm">
          E mais {hiddenCount}: a lista completa está no CSV.
        </Text>
      )}
    </Stack>
  );
}

export function PlaylistsTable({
  playlists,
  hrefOf,
}: {
  playlists: ImportDetails['playlists'];
  hrefOf: (id: number) => string;
}) {
  return (
    <TableSection
      title={`Playlists (${playlists.length})`}
      columns={[{ label: 'Nome' }, { label: 'Conteúdos', align: 'end' }]}
    >
      {playlists.map(({ position, name, count, id, note }) => (
        <tr key={position}>
          <td>
            {id === null ? name : <a href={hrefOf(id)}>{name}</a>}
            {note !== null && (
              <Text block size="sm" muted>
                {note}
              </Text>
            )}
          </td>
          <td className={styles.number}>{count}</td>
        </tr>
      ))}
    </TableSection>
  );
}

interface FilesTableProps {
  files: readonly ImportFile[];
  /** Number of all contents of the import, including those that are not in `files`. */
  total: number;
  /** Size of the files that are not imported yet. */
  waitingMb: number;
}

export function FilesTable({ files, total, waitingMb }: FilesTableProps) {
  return (
    <TableSection
      title={`Conteúdos (${total}${waitingMb > 0 ? `, ${formatMb(waitingMb)}` : ''})`}
      columns={[{ label: 'Nome' }, { label: 'Situação', align: 'end' }]}
      hiddenCount={total - files.length}
    >
      {files.map((file) => (
        <tr key={file.position}>
          <td>
            <Text breakable>{file.name}</Text>
            <Text block size="sm" muted>
              {file.mediaType === 'image' ? `Foto, ${file.seconds ?? limits.defaultImageSeconds} s` : 'Vídeo'},{' '}
              {formatMb(file.sizeBytes / bytesPerMb)}
            </Text>
            {file.note !== null && (
              <Text block size="sm" muted>
                {file.note}
              </Text>
            )}
          </td>
          <td className={styles.number}>
            {file.status === 'waiting' ? 'Vem' : file.status === 'same' ? 'Já estava' : 'Veio'}
          </td>
        </tr>
      ))}
    </TableSection>
  );
}

export function LeftOutTable({
  files,
  isFinished,
  total,
}: {
  files: readonly ImportFile[];
  isFinished: boolean;
  total: number;
}) {
  return (
    <TableSection
      title={`${isFinished ? 'Não veio' : 'Não vem'} (${total})`}
      columns={[{ label: 'Arquivo' }, { label: 'Motivo' }]}
      hiddenCount={total - files.length}
    >
      {files.map(({ position, path, note }) => (
        <tr key={position}>
          <td className={styles.path}>
            <Text breakable>{path}</Text>
          </td>
          <td>{note}</td>
        </tr>
      ))}
    </TableSection>
  );
}
