/**
 * Plans the import of a backup of Anthias (Screenly OSE): a `.tar.gz` of `.anthias/` (earlier `.screenly/`) with the database
 * `screenly.db`, and of `screenly_assets/` with the files. The worker passes the rows of the table `assets` as JSON.
 */
import { fieldOf, fileNameOf, type Format, type Json, jsonOf, listOf, newPlan, secondsOf, textOf } from './plan.ts';
import { missingFile, reasonOf, widgetReason } from './reasons.ts';

/** An end in this year or later means that there is no end: Anthias then stores a date decades away. */
const endlessFromYear = 2060;

export const isAnthiasDatabase = (path: string): boolean => /(^|\/)(screenly|anthias)\.db$/.test(path);

export const anthias: Format = {
  documents(paths) {
    const database = paths.find(isAnthiasDatabase);
    return database === undefined ? undefined : [database];
  },

  plan(paths, documents) {
    const [database, text] = [...documents][0] ?? [];
    const rows = jsonOf(text);
    if (database === undefined || !Array.isArray(rows)) return undefined;
    const plan = newPlan('anthias', paths.filter((path) => /(^|\/)\.(anthias|screenly)\//.test(path)).concat(database));
    const byFileName = new Map(
      paths.filter((path) => !plan.programFiles.has(path)).map((path) => [fileNameOf(path), path]),
    );
    const shown: string[] = [];
    const order = (row: Json) => Number(textOf(fieldOf(row, 'play_order'))) || 0;
    for (const row of listOf(rows).toSorted((a, b) => order(a) - order(b))) {
      const uri = textOf(fieldOf(row, 'uri'));
      const type = textOf(fieldOf(row, 'mimetype'));
      const name = textOf(fieldOf(row, 'name')) || uri;
      const path = byFileName.get(fileNameOf(uri)) ?? byFileName.get(textOf(fieldOf(row, 'asset_id')));
      if (/^\w+:\/\//.test(uri) || path === undefined) {
        const isAddress = /^\w+:\/\//.test(uri);
        plan.notImported.push({
          name,
          reason: !isAddress
            ? missingFile
            : type === 'webpage'
              ? reasonOf('a.html')
              : widgetReason(type || 'streaming'),
        });
        continue;
      }
      const isOn = ['1', 'true'].includes(textOf(fieldOf(row, 'is_enabled')));
      plan.details.set(path, {
        name,
        seconds: type.startsWith('video') ? undefined : secondsOf(fieldOf(row, 'duration')),
        validFrom: undefined,
        validUntil: dayOf(fieldOf(row, 'end_date')),
        note: isOn ? undefined : 'Estava desligado no Anthias: vem como conteúdo, mas fora da playlist.',
      });
      if (isOn) shown.push(path);
    }
    plan.playlists.push({ name: 'Anthias', paths: shown });
    return plan;
  },
};

/** Returns the day of an `end_date`; undefined when the date is missing or means that there is no end. */
function dayOf(value: Json | undefined): string | undefined {
  const day = /^(\d{4})-\d\d-\d\d/.exec(textOf(value));
  return day && Number(day[1]) < endlessFromYear ? day[0] : undefined;
}
