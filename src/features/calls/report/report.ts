/**
 * Reports on the calls of a day, week or month (contract/README 15.9): statistics, and a table for a spreadsheet. Neither contains
 * ticket numbers or names. Works a day at a time, so that a month of a large clinic delays no call.
 */
import type { CallReport, ReportPeriod, TicketKind } from '../../../contract/calls.ts';
import { isOpenAt, type OpeningHours } from '../../../contract/programme/opening.ts';
import { type Clock, yieldBetween } from '../../../platform/clock.ts';
import { offsetMinutes } from '../../../platform/time-zones.ts';
import type { CallStore, StoredCall, StoredReceipt, StoredVisit } from '../call-store.ts';
import type { TicketStore } from '../ticket-store.ts';
import { daysOf, groupBy, groupTimes, timesOf } from './statistics.ts';

export interface CallReportsDeps {
  calls: Pick<CallStore, 'ofDay' | 'statistics' | 'visits' | 'receipts'>;
  tickets: Pick<TicketStore, 'absentOfDay'>;
  dayOf(userId: number, at: number): string;
  timeZoneOf(userId: number): string;
  openingHoursOf(userId: number): OpeningHours;
  clock: Pick<Clock, 'now'>;
}

interface Requested {
  day?: string | undefined;
  period?: ReportPeriod | undefined;
}

/** Returns a function that is true for times outside the account's opening hours; undefined without opening hours. */
function closedTimes({ openingHoursOf, timeZoneOf }: CallReportsDeps, userId: number) {
  const { windows } = openingHoursOf(userId);
  const zone = timeZoneOf(userId);
  const isClosed = (at: number) => !isOpenAt(windows, { minutes: offsetMinutes(zone, at), changes: [] }, at);
  return windows.length === 0 ? undefined : isClosed;
}

export function createCallReports(deps: CallReportsDeps) {
  const { calls, tickets, clock } = deps;

  function rangeOf(userId: number, { day = deps.dayOf(userId, clock.now()), period = 'day' }: Requested) {
    const days = daysOf(day, period);
    return { day, period, days, from: days[0] ?? day, to: days.at(-1) ?? day };
  }

  function* reportWork(userId: number, requested: Requested): Generator<void, CallReport> {
    const { days, ...range } = rangeOf(userId, requested);
    const isClosed = closedTimes(deps, userId);
    const visits: StoredVisit[] = [];
    const counts = { calls: 0, absent: 0, outsideHours: isClosed ? 0 : null };
    for (const day of days) {
      const ofDay = calls.statistics(userId, day);
      counts.calls += ofDay.calls;
      counts.absent += ofDay.absent + tickets.absentOfDay(userId, day);
      for (const visit of calls.visits(userId, day)) visits.push(visit);
      if (isClosed && counts.outsideHours !== null)
        counts.outsideHours += calls
          .ofDay(userId, day)
          .filter(({ isTest, createdAt }) => !isTest && isClosed(createdAt)).length;
      yield;
    }
    const zone = deps.timeZoneOf(userId);
    const hourOf = ({ createdAt }: StoredVisit) =>
      new Date(createdAt + offsetMinutes(zone, createdAt) * 60_000).getUTCHours();
    const times = timesOf(visits);
    const isNormal = ({ kind }: StoredVisit) => kind === 'normal';
    return {
      ...range,
      ...counts,
      medianWaitMs: times.waiting.medianMs,
      ...times,
      priority: {
        preferential: timesOf(visits.filter((visit) => !isNormal(visit))).waiting,
        normal: timesOf(visits.filter(isNormal)).waiting,
      },
      hours: groupTimes(visits, hourOf)
        .map(({ key, ...rest }) => ({ hour: key, ...rest }))
        .sort((a, b) => a.hour - b.hour),
      rooms: byName(visits, ({ roomName }) => roomName),
      services: byName(visits, ({ serviceName }) => serviceName),
      kinds: groupTimes(visits, ({ kind }) => kind).map(({ key, ...rest }) => ({ kind: key, ...rest })),
    };
  }

  function* tableWork(userId: number, requested: Requested): Generator<void, { name: string; csv: string }> {
    const { days, period, day: chosen, from, to } = rangeOf(userId, requested);
    const time = new Intl.DateTimeFormat('pt-BR', { timeZone: deps.timeZoneOf(userId), timeStyle: 'medium' });
    const isClosed = closedTimes(deps, userId);
    const lines = [heading];
    for (const day of days) {
      const visits = new Map(calls.visits(userId, day).map((visit) => [visit.id, visit]));
      const stored = calls.ofDay(userId, day).filter(({ isTest }) => !isTest);
      const receipts = groupBy(calls.receipts(stored.map(({ id }) => id)), ({ callId }) => callId);
      for (const call of stored.toReversed())
        lines.push([
          time.format(call.createdAt),
          ...cellsOf(call, visits.get(call.firstId), receipts.get(call.id) ?? [], isClosed?.(call.createdAt) ?? false),
          day.split('-').toReversed().join('/'),
        ]);
      yield;
    }
    return {
      name: `chamadas-${period === 'day' ? chosen : `${from}-a-${to}`}`,
      csv: `\uFEFF${lines.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`,
    };
  }

  return {
    report: (userId: number, requested: Requested): Promise<CallReport> => yieldBetween(reportWork(userId, requested)),
    /** Returns CSV for Excel in Brazil (semicolons, byte order mark), and a name for the file. */
    table: (userId: number, requested: Requested) => yieldBetween(tableWork(userId, requested)),
  };
}

/** Groups by a name, in alphabetical order; leaves out visits without one. */
function byName(visits: readonly StoredVisit[], nameOf: (visit: StoredVisit) => string | null) {
  const named = visits.filter((visit) => nameOf(visit) !== null);
  return groupTimes(named, (visit) => nameOf(visit) ?? '')
    .map(({ key, ...rest }) => ({ name: key, ...rest }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR', { numeric: true }));
}

function cellsOf(
  call: StoredCall,
  visit: StoredVisit | undefined,
  receipts: readonly StoredReceipt[],
  isOutsideHours: boolean,
): string[] {
  return [
    call.roomName,
    visit ? kindNames[visit.kind] : '',
    call.isPriority ? 'sim' : 'não',
    String(call.times),
    seconds(visit?.waitedMs),
    call.isAbsent ? 'sim' : 'não',
    String(receipts.length),
    seconds(receipts[0]?.delayMs),
    isOutsideHours ? 'sim' : 'não',
    visit?.serviceName ?? '',
    seconds(visit?.attendedMs),
  ];
}

const seconds = (ms: number | null | undefined) => (ms == null ? '' : (ms / 1000).toFixed(1).replace('.', ','));
const kindNames: Record<TicketKind, string> = {
  normal: 'Normal',
  preferential: 'Preferencial',
  over80: '80+',
};
const heading = [
  'Hora',
  'Local',
  'Tipo de senha',
  'Preferencial',
  'Vezes',
  'Espera (s)',
  'Ausente',
  'Telas que mostraram',
  'Na TV em (s)',
  'Fora do horário',
  'Serviço',
  'Atendimento (s)',
  'Dia',
];

/** Quotes a value where CSV requires it, and prefixes a text that a spreadsheet would take for a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
