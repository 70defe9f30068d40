import type { PlaysGroup } from '../../../src/contract/plays.ts';
import { Table } from '../../ui/data/Table.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { timeText } from './periods.ts';
import styles from './Plays.module.css';

interface PlaysTableProps {
  caption: string;
  groups: readonly PlaysGroup[];
  /** Called with a chosen row; omitted: rows can't be chosen. */
  onChoose?: (group: PlaysGroup) => void;
}

/** Shows the plays of each content, screen or playlist. */
export function PlaysTable({ caption, groups, onChoose }: PlaysTableProps) {
  return (
    <Stack gap={2}>
      <h2>{caption}</h2>
      <Table
        caption={caption}
        columns={[
          { label: 'Nome' },
          { label: 'Exibições', align: 'end' },
          { label: 'Até o fim', align: 'end' },
          { label: 'Tempo', align: 'end' },
        ]}
      >
        {groups.map((group) => {
          const { id, name, plays, complete, ms } = group;
          return (
            <tr key={id}>
              <td>
                {onChoose ? (
                  <button type="button" className={styles.name} onClick={() => onChoose(group)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </td>
              <td className={styles.number}>{plays.toLocaleString('pt-BR')}</td>
              <td className={styles.number}>{complete.toLocaleString('pt-BR')}</td>
              <td className={styles.number}>{timeText(ms)}</td>
            </tr>
          );
        })}
      </Table>
    </Stack>
  );
}
