/** The report on what was shown in a day, week or month (contract/README 19). Works a day at a time, so that a month delays no call. */
import { notFound } from '../../contract/errors.ts';
import type { PlaysGroup, PlaysQuery, PlaysReport, PlaySums } from '../../contract/plays.ts';
import { dateText, daysOf } from '../../contract/text/report-days.ts';
import { type Clock, yieldBetween } from '../../platform/clock.ts';
import { csvLine, csvMark } from '../../platform/csv.ts';
import type { DaySums, NameKind, PlayStore } from './store.ts';

interface PlayReportsDeps {
  store: Pick<PlayStore, 'ofDay' | 'names' | 'timeZone'>;
  localClock(chosenZone: string | null): (at: number) => number;
  clock: Pick<Clock, 'now'>;
}

const dayMs = 86_400_000;
const heading = ['Dia', 'Conteúdo', 'Tela', 'Playlist', 'Exibições', 'Até o fim', 'Com som', 'Tempo (s)'];

export function createPlayReports({ store, localClock, clock }: PlayReportsDeps) {
  function rangeOf(userId: number, { day, period = 'day', videoId, playerId }: PlaysQuery) {
    const today = () => new Date(localClock(store.timeZone(userId))(clock.now())).toISOString().slice(0, 10);
    const chosen = day ?? today();
    const days = daysOf(chosen, period);
    return {
      range: { day: chosen, period, from: days[0] ?? chosen, to: days.at(-1) ?? chosen },
      days,
      videoId,
      playerId,
    };
  }

  /** Returns the last known names, and throws not_found for a content or screen of the query without any play. */
  function namesOf(userId: number, { videoId, playerId }: PlaysQuery) {
    const of = (kind: NameKind) => store.names(userId, kind);
    const names = { contents: of('content'), screens: of('screen'), playlists: of('playlist') };
    const find = (kind: 'contents' | 'screens', id: number | undefined) => {
      if (id === undefined) return null;
      const name = names[kind].get(id);
      if (name === undefined) throw notFound(kind === 'contents' ? 'content' : 'screen');
      return { id, name };
    };
    return { ...names, content: find('contents', videoId), screen: find('screens', playerId) };
  }

  const rowsOf = (userId: number, day: string, { videoId, playerId }: PlaysQuery): DaySums[] =>
    store
      .ofDay(userId, Date.parse(day) / dayMs)
      .filter(
        (row) =>
          (videoId === undefined || row.videoId === videoId) && (playerId === undefined || row.playerId === playerId),
      );

  function* reportWork(userId: number, query: PlaysQuery): Generator<void, PlaysReport> {
    const { range, days } = rangeOf(userId, query);
    const {
      contents: contentNames,
      screens: screenNames,
      playlists: playlistNames,
      ...chosen
    } = namesOf(userId, query);
    const total = noSums();
    const [contents, screens, playlists] = [new Map<number, PlaySums>(), new Map(), new Map()];
    const hours = Array<number>(24).fill(0);
    const perDay = [];
    for (const day of days) {
      const ofDay = noSums();
      for (const row of rowsOf(userId, day, query)) {
        for (const sums of [ofDay, sumsIn(contents, row.videoId), sumsIn(screens, row.playerId)]) add(sums, row);
        if (row.playlistId !== 0) add(sumsIn(playlists, row.playlistId), row);
        row.hours.forEach((plays, hour) => (hours[hour] = (hours[hour] ?? 0) + plays));
      }
      add(total, ofDay);
      perDay.push({ day, plays: ofDay.plays, ms: ofDay.ms });
      yield;
    }
    return {
      ...range,
      ...total,
      ...chosen,
      contents: named(contents, contentNames),
      screens: named(screens, screenNames),
      playlists: named(playlists, playlistNames),
      hours,
      days: perDay,
    };
  }

  function* tableWork(userId: number, query: PlaysQuery): Generator<void, { name: string; csv: string }> {
    const { range, days } = rangeOf(userId, query);
    const { contents, screens, playlists } = namesOf(userId, query);
    let csv = csvMark + csvLine(heading);
    for (const day of days) {
      const date = dateText(day);
      for (const row of rowsOf(userId, day, query).sort((a, b) => b.plays - a.plays)) {
        const names = [contents.get(row.videoId), screens.get(row.playerId), playlists.get(row.playlistId)];
        const numbers = [row.plays, row.complete, row.withSound, Math.round(row.ms / 1000)];
        csv += csvLine([date, ...names.map((name) => name ?? ''), ...numbers.map(String)]);
      }
      yield;
    }
    const { period, from, to } = range;
    return { name: `exibicoes-${period === 'day' ? from : `${from}-a-${to}`}`, csv };
  }

  return {
    report: (userId: number, query: PlaysQuery): Promise<PlaysReport> => yieldBetween(reportWork(userId, query)),
    /** Returns CSV for Excel in Brazil, and a name for the file. */
    table: (userId: number, query: PlaysQuery) => yieldBetween(tableWork(userId, query)),
  };
}

const noSums = (): PlaySums => ({ plays: 0, complete: 0, withSound: 0, ms: 0 });

function sumsIn(groups: Map<number, PlaySums>, id: number): PlaySums {
  const sums = groups.get(id) ?? noSums();
  groups.set(id, sums);
  return sums;
}

function add(to: PlaySums, { plays, complete, withSound, ms }: PlaySums): void {
  to.plays += plays;
  to.complete += complete;
  to.withSound += withSound;
  to.ms += ms;
}

/** Returns the groups with their names, the most played first. */
const named = (groups: Map<number, PlaySums>, names: Map<number, string>): PlaysGroup[] =>
  [...groups]
    .map(([id, sums]) => ({ id, name: names.get(id) ?? '', ...sums }))
    .sort((a, b) => b.plays - a.plays || a.name.localeCompare(b.name, 'pt-BR', { numeric: true }));
