/**
 * Reports on the calls of a day, week or month (contract/README 15.9): statistics, and a table for a spreadsheet. Neither contains
 * ticket numbers or names. Works a day at a time, so that a month of a large clinic delays no call.
 */
import type { CallReport, TicketKind } from '../../../contract/calls.ts';
import type { ReportPeriod } from '../../../contract/report-period.ts';
import { dateText, daysOf } from '../../../contract/text/report-days.ts';
import type { OpeningHours } from '../../../contract/programme/opening-hours.ts';
import { type Clock, yieldBetween } from '../../../platform/clock.ts';
import { csvLine, byteOrderMark } from '../../../platform/http/response/csv.ts';
import type { CallStore, ReceiptSummary, StoredCall, StoredVisit } from '../call-store.ts';
import type { TicketStore } from '../ticket-store.ts';
import { createLocalTimes } from './local-times.ts';
import { groupTimes, timesOf } from './statistics.ts';

export interface CallReportsDeps {
  calls: Pick<CallStore, 'ofDay' | 'statistics' | 'visits' | 'timesOfDay' | 'receiptSummaries'>;
  tickets: Pick<TicketStore, 'absentOfDay'>;
  dayOf(userId: number, at: number): string;
  timeZoneOf(userId: number): string;
  openingHoursOf(userId: number): OpeningHours;
  clock: Pick<Clock, 'now'>;
}

interface ReportQuery {
  day?: string | undefined;
  period?: ReportPeriod | undefined;
}

export function createCallReports(deps: CallReportsDeps) {
  const { calls, tickets, clock } = deps;

  function rangeOf(userId: number, { day = deps.dayOf(userId, clock.now()), period = 'day' }: ReportQuery) {
    const days = daysOf(day, period);
    return { day, period, days, from: days[0] ?? day, to: days.at(-1) ?? day };
  }

  function* reportWork(userId: number, query: ReportQuery): Generator<void, CallReport> {
    const { days, ...range } = rangeOf(userId, query);
    const { windows } = deps.openingHoursOf(userId);
    const { hourOf, isOutsideHours } = createLocalTimes(deps.timeZoneOf(userId), windows);
    const visits: (StoredVisit & { hour: number })[] = [];
    const counts = { calls: 0, absent: 0, outsideHours: windows.length > 0 ? 0 : null };
    for (const day of days) {
      const ofDay = calls.statistics(userId, day);
      counts.calls += ofDay.calls;
      counts.absent += ofDay.absent + tickets.absentOfDay(userId, day);
      for (const visit of calls.visits(userId, day)) visits.push({ ...visit, hour: hourOf(visit.createdAt) });
      if (counts.outsideHours !== null)
        counts.outsideHours += calls.timesOfDay(userId, day).filter(isOutsideHours).length;
      yield;
    }
    const times = timesOf(visits);
    yield;
    const isNormal = ({ kind }: StoredVisit) => kind === 'normal';
    const [normal, preferential] = [visits.filter(isNormal), visits.filter((visit) => !isNormal(visit))];
    yield;
    const hours = yield* groupTimes(visits, ({ hour }) => hour);
    const byKind = yield* groupTimes(visits, ({ kind }) => kind);
    return {
      ...range,
      ...counts,
      medianWaitMs: times.waiting.medianMs,
      ...times,
      priority: {
        preferential: timesOf(preferential).waiting,
        normal: timesOf(normal).waiting,
      },
      hours: hours.map(({ key, ...statistics }) => ({ hour: key, ...statistics })).sort((a, b) => a.hour - b.hour),
      rooms: yield* byName(visits, ({ roomName }) => roomName),
      services: yield* byName(visits, ({ serviceName }) => serviceName),
      kinds: byKind.map(({ key, ...statistics }) => ({ kind: key, ...statistics })),
    };
  }

  /** Yields the heading, then the CSV lines of each day. */
  function* linesOf(userId: number, days: readonly string[]): Generator<string> {
    const { textOf, isOutsideHours } = createLocalTimes(deps.timeZoneOf(userId), deps.openingHoursOf(userId).windows);
    yield byteOrderMark + csvLine(heading);
    for (const day of days) {
      const visits = new Map(calls.visits(userId, day).map((visit) => [visit.id, visit]));
      const receipts = new Map(calls.receiptSummaries(userId, day).map((each) => [each.callId, each]));
      const date = dateText(day);
      let lines = '';
      for (const call of calls.ofDay(userId, day).toReversed()) {
        if (call.isTest) continue;
        const isOutside = isOutsideHours(call.createdAt);
        const cells = cellsOf(call, visits.get(call.firstId), receipts.get(call.id), isOutside);
        lines += csvLine([textOf(call.createdAt), ...cells, date]);
      }
      yield lines;
    }
  }

  return {
    report: (userId: number, query: ReportQuery): Promise<CallReport> => yieldBetween(reportWork(userId, query)),
    /** Returns CSV for Excel in Brazil (semicolons, byte order mark), and a name for the file. */
    table(userId: number, query: ReportQuery) {
      const { days, period, day: chosen, from, to } = rangeOf(userId, query);
      return { name: `chamadas-${period === 'day' ? chosen : `${from}-a-${to}`}`, parts: linesOf(userId, days) };
    },
  };
}

/** Groups visits by a name and sorts the groups alphabetically. Leaves out visits without a name. */
function* byName(visits: readonly StoredVisit[], nameOf: (visit: StoredVisit) => string | null) {
  const named = visits.filter((visit) => nameOf(visit) !== null);
  const groups = yield* groupTimes(named, (visit) => nameOf(visit) ?? '');
  return groups
    .map(({ key, ...statistics }) => ({ name: key, ...statistics }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR', { numeric: true }));
}

function cellsOf(
  call: StoredCall,
  visit: StoredVisit | undefined,
  receipts: ReceiptSummary | undefined,
  isOutsideHours: boolean,
): string[] {
  return [
    call.roomName,
    visit ? kindNames[visit.kind] : '',
    call.isPriority ? 'sim' : 'não',
    String(call.times),
    seconds(visit?.waitedMs),
    call.isAbsent ? 'sim' : 'não',
    String(receipts?.count ?? 0),
    seconds(receipts?.delayMs),
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
