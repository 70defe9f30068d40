import type { CallReport, ReportTimes } from '../../../../src/contract/calls.ts';
import { Table } from '../../../ui/data/Table.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { waitText } from '../queue/wait-text.ts';
import styles from './ReportTab.module.css';

interface GroupTableProps {
  caption: string;
  groups: CallReport['rooms'];
}

/** Shows for each room, service or kind how long patients wait and are served: the median, and the time that 90 % stay below. */
export function GroupTable({ caption, groups }: GroupTableProps) {
  return (
    <Stack gap={2} className={styles.report}>
      <h2>{caption}</h2>
      <Table
        caption={caption}
        columns={[
          { label: 'Nome' },
          { label: 'Senhas', align: 'end' },
          { label: 'Espera', align: 'end' },
          { label: 'Atendimento', align: 'end' },
        ]}
      >
        {groups.map(({ name, waiting, attendance }) => (
          <tr key={name}>
            <td>{name}</td>
            <td className={styles.number}>{waiting.count}</td>
            <TimesCell times={waiting} />
            <TimesCell times={attendance} />
          </tr>
        ))}
      </Table>
    </Stack>
  );
}

const TimesCell = ({ times: { medianMs, p90Ms } }: { times: ReportTimes }) => (
  <td className={styles.number} title={medianMs === null ? undefined : `90 % até ${waitText(p90Ms)}`}>
    {waitText(medianMs)}
    {medianMs !== null && <small className={styles.ninety}>90 % até {waitText(p90Ms)}</small>}
  </td>
);
