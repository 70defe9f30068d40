import { Clock, Download, Hourglass, Megaphone, UserX } from 'lucide-react';
import { useState } from 'react';
import type { Call } from '../../../src/contract/calls.ts';
import { urlOf } from '../../api/client.ts';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { dateProblem, isDate } from '../../ui/form/date/parse-date.ts';
import { DateField } from '../../ui/form/date/DateField.tsx';
import { formatTime } from '../../ui/text/format.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatCard } from '../../ui/data/StatCard.tsx';
import { Table } from '../../ui/data/Table.tsx';
import styles from './ReportTab.module.css';
import { waitText } from './queue/wait-text.ts';
import { Grid, Row, Text } from '../../ui/layout/primitives.tsx';

/** Minimum length of a typed date ('25/12/26') for which an error is shown. The user is still typing a shorter one. */
const minDateLength = 8;

/** Shows the statistics and the calls of one day. The first response contains today's date in the clinic's time zone. */
export function ReportTab() {
  /** Text of the date field. While this text is not a valid date, `day` keeps the last valid date. */
  const [typed, setTyped] = useState<string>();
  const [day, setDay] = useState<string>();
  const report = useResource('GET /api/calls/report', day ? { query: { day } } : {});
  return (
    <>
      <Row gap={4} align="end" wrap between marginBottom={5}>
        <DateField
          label="Dia"
          value={typed ?? report.data?.day ?? ''}
          error={typed && typed.length >= minDateLength ? dateProblem(typed) : undefined}
          onChange={(value) => {
            // An empty field means today.
            setTyped(value || undefined);
            if (value === '' || isDate(value)) setDay(value || undefined);
          }}
        />
        <ButtonLink
          icon={<Download />}
          href={urlOf('GET /api/calls/report.csv', day ? { query: { day } } : {})}
          download
        >
          Baixar planilha (CSV)
        </ButtonLink>
      </Row>
      <Loaded resource={report} skeleton={<Skeleton height="16rem" radius="var(--radius-lg)" />}>
        {(numbers) => (
          <>
            <Grid min="12rem" fit gap={4} marginBottom={5}>
              <StatCard label="Chamadas" icon={<Megaphone />} value={numbers.calls} />
              <StatCard
                label="Espera (mediana)"
                icon={<Hourglass />}
                value={waitText(numbers.medianWaitMs)}
                note={numbers.medianWaitMs === null ? 'só para senhas da fila' : undefined}
              />
              <StatCard label="Não compareceram" icon={<UserX />} value={numbers.absent} />
              {numbers.outsideHours !== null && (
                <StatCard label="Fora do horário" icon={<Clock />} value={numbers.outsideHours} />
              )}
            </Grid>
            <CallPages key={day ?? ''} day={day} />
            <Text as="p" muted size="sm" marginTop={4}>
              A planilha não leva senhas nem nomes. Nomes são apagados daqui depois de 12 horas.
            </Text>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Shows the calls of one day in pages. New calls do not change an older page. */
function CallPages({ day }: { day: string | undefined }) {
  /** For each opened older page, the id before which its calls are. */
  const [opened, setOpened] = useState<readonly number[]>([]);
  const page = useResource('GET /api/calls', { query: { day, before: opened.at(-1) } });
  const next = page.data?.next;
  return (
    <>
      <Loaded resource={page} skeleton={<Skeleton height="12rem" radius="var(--radius-lg)" />}>
        {(data) => <CallTable calls={data.calls.filter(({ id }) => data.next === null || id >= data.next)} />}
      </Loaded>
      <Row justify="center" gap={3} marginTop={4}>
        {opened.length > 0 && <Button onClick={() => setOpened(opened.slice(0, -1))}>Mais novas</Button>}
        {next != null && <Button onClick={() => setOpened([...opened, next])}>Mais antigas</Button>}
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
