/** Plans the import of a folder of piSignage's assets, with a file `__NAME.json` for each playlist. */
import {
  nameWithoutEnding,
  fieldOf,
  fileNameOf,
  folderOf,
  type Format,
  jsonOf,
  listOf,
  newPlan,
  secondsOf,
  textOf,
} from './plan.ts';
import { missingFile, reasonOf } from './reasons.ts';
import { setSeconds } from './display-times.ts';

/** True for items without a file, by the endings that piSignage gives them. */
const hasNoFile = (fileName: string): boolean =>
  /\.(weblink|link|tv|stream|radio|local|repo)$/i.test(fileName) || /^https?:/i.test(fileName);

export const pisignage: Format = {
  documents(paths) {
    const playlists = paths.filter((path) => /^__[^/]+\.json$/.test(fileNameOf(path)));
    return playlists.length === 0 ? undefined : playlists;
  },

  plan(paths, documents) {
    const parsed = [...documents].map(([path, text]) => ({ path, json: jsonOf(text) }));
    if (!parsed.some(({ json }) => Array.isArray(fieldOf(json, 'assets')))) return undefined;
    const present = new Set(paths);
    // The names of files with piSignage's settings and groups begin with an underscore too.
    const plan = newPlan(
      'pisignage',
      paths.filter((path) => /^_[^/]*\.json$/.test(fileNameOf(path))),
    );
    for (const path of paths) if (/(^|\/)_(thumbnails|logs)\//.test(path)) plan.programFiles.add(path);
    for (const { path, json } of parsed) {
      const name = nameWithoutEnding(path).slice(2);
      if (json === undefined) plan.notImported.push({ name, reason: 'A lista desta playlist está danificada.' });
      if (json === undefined || name === 'TV_OFF') continue;
      const shown = listOf(fieldOf(json, 'assets')).flatMap((asset) => {
        const fileName = textOf(fieldOf(asset, 'filename'));
        if (fileName === '' || fieldOf(asset, 'selected') === false) return [];
        const file = folderOf(path) + fileName;
        if (hasNoFile(fileName) || !present.has(file)) {
          plan.notImported.push({
            name: fileName,
            reason: hasNoFile(fileName) ? reasonOf(fileName.replace(/^https?:.*/i, 'a.html')) : missingFile,
          });
          return [];
        }
        setSeconds(plan.details, file, secondsOf(fieldOf(asset, 'duration')));
        return [file];
      });
      plan.playlists.push({ name, paths: shown });
    }
    return plan;
  },
};
