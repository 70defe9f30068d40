import { useState } from 'react';
import type { Call } from '../../../../src/contract/calls.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { formatTime } from '../../../ui/text/format.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Table } from '../../../ui/data/Table.tsx';
import styles from './ReportTab.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the calls of one day in pages. New calls do not change an older page. */
export function CallPages({ day }: { day: string | undefined }) {
  /** Cursors of the older pages that were opened. The calls of a page have lower ids than its cursor. */
  const [cursors, setCursors] = useState<readonly number[]>([]);
  const page = useResource('GET /api/calls', { query: { day, before: cursors.at(-1) } });
  const next = page.data?.next;
  return (
    <>
      {/* The newest page also lists the last call of each room: leave out those that belong to an older page. */}
      <Loaded resource={page} skeleton={<Skeleton height="12rem" radius="var(--radius-lg)" />}>
        {(data) => <CallTable calls={data.calls.filter(({ id }) => data.next === null || id >= data.next)} />}
      </Loaded>
      <Row justify="center" gap={3} marginTop={4} className={styles.controls}>
        {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Mais novas</Button>}
        {next != null && <Button onClick={() => setCursors([...cursors, next])}>Mais antigas</Button>}
      </Row>
    </>
  );
}

function CallTable({ calls }: { calls: readonly Call[] }) {
  if (calls.length === 0)
    return (
      <Text as="p" muted>
        Nenhuma chamada neste dia.
      </Text>
    );
  return (
    <div className={styles.report}>
      <Table
        caption="Chamadas do dia"
        columns={[
          { label: 'Hora' },
          { label: 'Quem' },
          { label: 'Local' },
          { label: 'Vezes', align: 'end' },
          { label: 'Em TVs', align: 'end' },
        ]}
      >
        {calls.map((call) => (
          <tr key={call.id}>
            <td>{formatTime(call.createdAt)}</td>
            <Text as="td" nowrap>
              {call.label || 'Nome apagado'}
              {call.isAbsent && (
                <>
                  {' '}
                  <Badge tone="warning">Não compareceu</Badge>
                </>
              )}
            </Text>
            <td>{call.roomName}</td>
            <td className={styles.number}>{call.times}</td>
            <td className={styles.number}>{call.receipts.length}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
