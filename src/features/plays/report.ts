/** Reports what was shown in a day, week or month (contract/README 19). Yields after each day, to let other requests proceed. */
import { notFound } from '../../contract/errors.ts';
import type { PlaysGroup, PlaysQuery, PlaysReport, PlaySums } from '../../contract/plays.ts';
import { dateText, daysOf } from '../../contract/text/report-days.ts';
import { type Clock, yieldBetween } from '../../platform/clock.ts';
import { csvCell, csvLine, byteOrderMark } from '../../platform/http/response/csv.ts';
import type { DayFilter, NameKind, PlayStore } from './store.ts';

interface PlayReportsDeps {
  store: Pick<PlayStore, 'groupsOf' | 'playsPerHour' | 'tableOf' | 'names' | 'timeZone'>;
  localClock(chosenZone: string | null): (at: number) => number;
  clock: Pick<Clock, 'now'>;
}

type Names = Record<'contents' | 'screens' | 'playlists', Map<number, string>>;

const dayMs = 86_400_000;
const heading = ['Dia', 'Conteúdo', 'Tela', 'Playlist', 'Exibições', 'Até o fim', 'Com som', 'Tempo (s)'];

export function createPlayReports({ store, localClock, clock }: PlayReportsDeps) {
  function rangeOf(userId: number, { day, period = 'day', videoId, playerId }: PlaysQuery) {
    const today = () => new Date(localClock(store.timeZone(userId))(clock.now())).toISOString().slice(0, 10);
    const chosenDay = day ?? today();
    const days = daysOf(chosenDay, period);
    return {
      range: { day: chosenDay, period, from: days[0] ?? chosenDay, to: days.at(-1) ?? chosenDay },
      days,
      videoId,
      playerId,
    };
  }

  /** Returns the last known names. Throws `not_found` if the content or the screen of the query has no plays. */
  function namesOf(userId: number, { videoId, playerId }: PlaysQuery) {
    const read = (kind: NameKind) => store.names(userId, kind);
    const names = { contents: read('content'), screens: read('screen'), playlists: read('playlist') };
    const find = (kind: 'contents' | 'screens', id: number | undefined) => {
      if (id === undefined) return null;
      const name = names[kind].get(id);
      if (name === undefined) throw notFound(kind === 'contents' ? 'content' : 'screen');
      return { id, name };
    };
    return { ...names, content: find('contents', videoId), screen: find('screens', playerId) };
  }

  const filterOf = (userId: number, day: string, { videoId, playerId }: PlaysQuery): DayFilter => ({
    ...{ userId, day: Date.parse(day) / dayMs, videoId: videoId ?? null, playerId: playerId ?? null },
  });

  function* reportWork(userId: number, query: PlaysQuery): Generator<void, PlaysReport> {
    const { range, days } = rangeOf(userId, query);
    const {
      contents: contentNames,
      screens: screenNames,
      playlists: playlistNames,
      ...chosen
    } = namesOf(userId, query);
    const total = zeroSums();
    const [contents, screens, playlists] = [new Map<number, PlaySums>(), new Map(), new Map()];
    const hours = Array<number>(24).fill(0);
    const perDay = [];
    for (const day of days) {
      const filter = filterOf(userId, day, query);
      const dayTotal = zeroSums();
      for (const row of store.groupsOf('content', filter))
        for (const to of [dayTotal, sumsIn(contents, row.id)]) add(to, row);
      for (const row of store.groupsOf('screen', filter)) add(sumsIn(screens, row.id), row);
      for (const row of store.groupsOf('playlist', filter)) if (row.id !== 0) add(sumsIn(playlists, row.id), row);
      for (const row of store.playsPerHour(filter))
        row.forEach((plays, hour) => (hours[hour] = (hours[hour] ?? 0) + plays));
      add(total, dayTotal);
      perDay.push({ day, plays: dayTotal.plays, ms: dayTotal.ms });
      yield;
    }
    return {
      ...range,
      ...total,
      ...chosen,
      contents: withNames(contents, contentNames),
      screens: withNames(screens, screenNames),
      playlists: withNames(playlists, playlistNames),
      hours,
      days: perDay,
    };
  }

  /** Yields the heading, then the lines of each day as one text. */
  function* linesOf(userId: number, query: PlaysQuery, days: readonly string[], names: Names): Generator<string> {
    const cellsOf = (byId: Map<number, string>) => new Map([...byId].map(([id, name]) => [id, csvCell(name)]));
    const [contents, screens, playlists] = [cellsOf(names.contents), cellsOf(names.screens), cellsOf(names.playlists)];
    yield byteOrderMark + csvLine(heading);
    for (const day of days) {
      const date = dateText(day);
      let lines = '';
      for (const { videoId, playerId, playlistId, numbers } of store.tableOf(filterOf(userId, day, query)))
        lines += `${date};${contents.get(videoId)};${screens.get(playerId)};${playlists.get(playlistId) ?? ''};${numbers}\r\n`;
      yield lines;
    }
  }

  return {
    report: (userId: number, query: PlaysQuery): Promise<PlaysReport> => yieldBetween(reportWork(userId, query)),
    /** Returns CSV for Excel in Brazil, and a name for the file. Throws `not_found` like `report`. */
    table(userId: number, query: PlaysQuery) {
      const { range, days } = rangeOf(userId, query);
      const { period, from, to } = range;
      const parts = linesOf(userId, query, days, namesOf(userId, query));
      return { name: `exibicoes-${period === 'day' ? from : `${from}-a-${to}`}`, parts };
    },
  };
}

const zeroSums = (): PlaySums => ({ plays: 0, complete: 0, withSound: 0, ms: 0 });

function sumsIn(groups: Map<number, PlaySums>, id: number): PlaySums {
  const sums = groups.get(id) ?? zeroSums();
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
const withNames = (groups: Map<number, PlaySums>, names: Map<number, string>): PlaysGroup[] =>
  [...groups]
    .map(([id, sums]) => ({ id, name: names.get(id) ?? '', ...sums }))
    .sort((a, b) => b.plays - a.plays || a.name.localeCompare(b.name, 'pt-BR', { numeric: true }));
