/**
 * Plans the import of media from Yodeck with a CSV that lists them. Yodeck has no fixed export, so the columns are recognised by their
 * names, in any order: file name, name, duration, playlist, order, address.
 */
import { nameWithoutEnding, byName, fileNameOf, folderOf, type Format, newPlan, secondsOf } from './plan.ts';
import { missingFile, reasonOf } from './reasons.ts';
import { setSeconds } from './display-times.ts';

const columns = {
  file: /^(file|file ?name|filename|original ?file ?name|media ?file|source|arquivo|nome do arquivo)$/,
  name: /^(name|media|media ?name|title|nome|t[ií]tulo)$/,
  seconds: /^(duration|default ?duration|duration \(s\)|duration \(sec(onds)?\)|seconds|dura[cç][aã]o|segundos)$/,
  playlist: /^(playlists?|playlist ?name|listas?)$/,
  order: /^(order|position|index|ordem|posi[cç][aã]o)$/,
  address: /^(url|web ?page|link|address|endere[cç]o)$/,
} as const;
type Column = keyof typeof columns;
type CsvRow = Partial<Record<Column, string>>;

export const yodeck: Format = {
  documents(paths) {
    const tables = paths.filter((path) => /\.csv$/i.test(path));
    return tables.length === 0 ? undefined : tables;
  },

  plan(paths, documents) {
    const plan = newPlan('yodeck');
    const playlists = new Map<string, { path: string; order: number }[]>();
    const findPath = createFinder(paths.filter((path) => !documents.has(path)));
    for (const [path, text] of documents) {
      const rows = rowsOf(text);
      const found = rows.map((row) => findPath(row, folderOf(path)));
      if (rows.length === 0 || (found.every((file) => file === undefined) && !rows.some(({ address }) => address)))
        continue;
      plan.programFiles.add(path);
      rows.forEach((row, index) => {
        const file = found[index];
        const label = row.name || row.file || row.address || '';
        if (file === undefined) {
          if (label) plan.notImported.push({ name: label, reason: row.address ? reasonOf('a.html') : missingFile });
          return;
        }
        plan.details.set(file, { ...plan.details.get(file), ...(row.name && { name: row.name }) });
        setSeconds(plan.details, file, secondsOf(row.seconds));
        for (const name of (row.playlist ?? '').split('|').flatMap((each) => each.trim() || [])) {
          const order = Number(row.order);
          const items = playlists.get(name) ?? [];
          items.push({ path: file, order: Number.isFinite(order) && row.order ? order : index });
          playlists.set(name, items);
        }
      });
    }
    if (plan.programFiles.size === 0) return undefined;
    plan.playlists = [...playlists]
      .toSorted(([a], [b]) => byName(a, b))
      .map(([name, items]) => ({ name, paths: items.toSorted((a, b) => a.order - b.order).map(({ path }) => path) }));
    return plan;
  },
};

/** Returns a function that finds the path of a row's file: by the file's path, its name, or its name without ending. */
function createFinder(paths: readonly string[]) {
  const pathsByName = new Map<string, string>();
  for (const path of paths)
    for (const key of [path, fileNameOf(path), nameWithoutEnding(path)].map((each) => each.toLowerCase()))
      if (!pathsByName.has(key)) pathsByName.set(key, path);
  return (row: CsvRow, folder: string): string | undefined =>
    [row.file, row.name].flatMap((named) => {
      const wanted = named?.replaceAll('\\', '/').replace(/^\.\//, '').toLowerCase();
      return wanted
        ? (pathsByName.get(folder.toLowerCase() + wanted) ?? pathsByName.get(fileNameOf(wanted)) ?? [])
        : [];
    })[0];
}

/** Returns the cells of the known columns, row by row; an empty list if fewer than two columns are known. */
function rowsOf(text: string): CsvRow[] {
  const [head = [], ...rows] = cellsOf(text);
  const names = head.map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll('_', ' ');
    return (Object.keys(columns) as Column[]).find((column) => columns[column].test(name));
  });
  if (names.filter(Boolean).length < 2) return [];
  return rows.map((cells) =>
    Object.fromEntries(
      names.flatMap((name, index) => (name && cells[index]?.trim() ? [[name, cells[index].trim()]] : [])),
    ),
  );
}

/** Returns the cells of a CSV, row by row. The separator is the most frequent of comma, semicolon and tab in the first line. */
export function cellsOf(csv: string): string[][] {
  const text = csv.replace(/^\ufeff/, '');
  const firstLine = text.slice(0, text.search(/\r|\n|$/));
  const count = (separator: string) => firstLine.split(separator).length;
  const separator = [';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[index + 1] === '"') cell += text[(index += 1)];
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator || letter === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (letter === '\n') rows.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  rows.at(-1)?.push(cell);
  return rows.filter((cells) => cells.some((each) => each.trim() !== ''));
}
