import { CalendarDays, Check, Clock, Download, Hourglass, Megaphone, Printer, UserX } from 'lucide-react';
import { useState } from 'react';
import type { CallReport, ReportTimes } from '../../../../src/contract/calls.ts';
import type { ReportPeriod } from '../../../../src/contract/report-period.ts';
import { dateText } from '../../../components/programme/local-time.ts';
import { urlOf } from '../../../api/client.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { dateProblem, isIsoDate } from '../../../ui/form/date/parse-date.ts';
import { DateField } from '../../../ui/form/date/DateField.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { StatCard } from '../../../ui/data/StatCard.tsx';
import styles from './ReportTab.module.css';
import { ticketKindNames } from '../queue/ticket-kinds.ts';
import { waitText } from '../queue/wait-text.ts';
import { CallPages } from './CallPages.tsx';
import { GroupTable } from './GroupTable.tsx';
import { HoursPlot } from './HoursPlot.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Length of '25/12/26'. An invalid date that is shorter shows no error, because the user is still typing. */
const minDateLength = 8;

const periods = [
  { value: 'day', label: 'Dia' },
  { value: 'week', label: 'Semana' },
  { value: 'month', label: 'Mês' },
] as const;

/**
 * Shows the statistics of a day, week or month, and the calls of a day. Until a day is chosen, the server reports on today in the
 * clinic's time zone.
 */
export function ReportTab() {
  /** Text of the date field. While this text is not a valid date, `day` keeps the last valid date. */
  const [typed, setTyped] = useState<string>();
  const [day, setDay] = useState<string>();
  const [period, setPeriod] = useState<ReportPeriod>('day');
  const query = { ...(day && { day }), ...(period !== 'day' && { period }) };
  const report = useResource('GET /api/calls/report', { query });
  return (
    <div data-paper className={styles.page}>
      <Row gap={4} align="end" wrap between marginBottom={5} className={styles.controls}>
        <Row gap={4} align="end" wrap>
          <Segmented label="Período" showLabel value={period} onChange={setPeriod} options={periods} />
          <DateField
            label={period === 'day' ? 'Dia' : 'Dia do período'}
            value={typed ?? report.data?.day ?? ''}
            error={typed && typed.length >= minDateLength ? dateProblem(typed) : undefined}
            onChange={(value) => {
              // An empty field means today.
              setTyped(value || undefined);
              if (value === '' || isIsoDate(value)) setDay(value || undefined);
            }}
          />
        </Row>
        <Row gap={2} wrap>
          <Button icon={<Printer />} onClick={() => window.print()}>
            Imprimir
          </Button>
          <ButtonLink icon={<Download />} href={urlOf('GET /api/calls/report.csv', { query })} download>
            Baixar planilha (CSV)
          </ButtonLink>
        </Row>
      </Row>
      <Loaded resource={report} skeleton={<Skeleton height="16rem" radius="var(--radius-lg)" />}>
        {(loadedReport) => (
          <>
            <Statistics report={loadedReport} />
            {period === 'day' && <CallPages key={day ?? ''} day={day} />}
            <Text as="p" muted size="sm" marginTop={4}>
              A planilha não leva senhas nem nomes. Nomes são apagados daqui depois de 12 horas.
            </Text>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Statistics({ report }: { report: CallReport }) {
  const { waiting, attendance, priority, hours, rooms, services, kinds } = report;
  return (
    <>
      {report.from !== report.to && (
        <Row as="p" gap={2} align="center" marginBottom={4} className={styles.range}>
          <CalendarDays />
          {dateText(report.from)} a {dateText(report.to)}
        </Row>
      )}
      <Grid min="12rem" fit gap={4} marginBottom={5}>
        <StatCard label="Chamadas" icon={<Megaphone />} value={report.calls} />
        <StatCard
          label="Espera (mediana)"
          icon={<Hourglass />}
          value={waitText(waiting.medianMs)}
          note={waiting.count === 0 ? 'só para senhas da fila' : p90Text(waiting)}
        />
        <StatCard
          label="Atendimento (mediana)"
          icon={<Check />}
          value={waitText(attendance.medianMs)}
          note={p90Text(attendance)}
        />
        <StatCard label="Não compareceram" icon={<UserX />} value={report.absent} />
        {report.outsideHours !== null && (
          <StatCard label="Fora do horário" icon={<Clock />} value={report.outsideHours} />
        )}
      </Grid>
      {waiting.count > 0 && (
        <Stack gap={5} marginBottom={5}>
          <p>
            <strong>Lei 10.048:</strong> os preferenciais esperaram {medianText(priority.preferential)}; os demais,{' '}
            {medianText(priority.normal)}.
          </p>
          <HoursPlot hours={hours} />
          <Grid min="26rem" fit gap={4} align="start">
            <GroupTable caption="Por local" groups={rooms} />
            {services.length > 0 && <GroupTable caption="Por serviço" groups={services} />}
            <GroupTable
              caption="Por tipo de senha"
              groups={kinds.map(({ kind, ...times }) => ({ name: ticketKindNames[kind], ...times }))}
            />
          </Grid>
        </Stack>
      )}
    </>
  );
}

const p90Text = ({ count, p90Ms }: ReportTimes) => (count === 0 ? undefined : `90 % até ${waitText(p90Ms)}`);
const medianText = ({ count, medianMs }: ReportTimes) =>
  count === 0 ? 'nada (nenhum foi chamado)' : `${waitText(medianMs)} (mediana de ${count})`;
