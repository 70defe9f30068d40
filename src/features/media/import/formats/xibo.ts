/**
 * Plans the import of the ZIP that Xibo's CMS exports for a layout (`Layout::toZip`). `mapping.json` lists the files of
 * `library/`, `layout.json` has the regions with their widgets, `playlist.json` and `nestedPlaylist.json` have the playlists that
 * `subplaylist` widgets refer to.
 */
import {
  fieldOf,
  folderOf,
  type Format,
  type Json,
  jsonOf,
  listOf,
  newPlan,
  type Plan,
  secondsOf,
  textOf,
} from './plan.ts';
import { missingFile, reasonOf, widgetReason } from './reasons.ts';
import { setSeconds } from './display-times.ts';

const documentNames = [
  ...['mapping.json', 'layout.json', 'playlist.json', 'nestedPlaylist.json'],
  ...['playlistMappings.json', 'dataSet.json', 'fallback.json', 'layout.xml'],
];

export const xibo: Format = {
  documents(paths) {
    const mapping = paths
      .filter((path) => /(^|\/)mapping\.json$/.test(path))
      .toSorted((a, b) => a.length - b.length)
      .find(
        (path) =>
          paths.some((other) => other.startsWith(`${folderOf(path)}library/`)) ||
          paths.includes(`${folderOf(path)}layout.json`),
      );
    return mapping === undefined
      ? undefined
      : documentNames.map((name) => folderOf(mapping) + name).filter((path) => paths.includes(path));
  },

  plan(paths, documents, name) {
    const mappingPath = [...documents.keys()].find((path) => /(^|\/)mapping\.json$/.test(path));
    const mapping = jsonOf(mappingPath === undefined ? undefined : documents.get(mappingPath));
    if (mappingPath === undefined || !Array.isArray(mapping)) return undefined;
    const root = folderOf(mappingPath);
    const readDocument = (file: string) => jsonOf(documents.get(root + file));
    const plan = newPlan('xibo', documents.keys());
    for (const path of paths) if (path.startsWith(`${root}library/thumbs/`)) plan.programFiles.add(path);
    const files = mapFiles(plan, mapping, root, new Set(paths));
    for (const dataSet of listOf(readDocument('dataSet.json')))
      plan.notImported.push({
        name: textOf(fieldOf(dataSet, 'dataSet')) || 'DataSet',
        reason: widgetReason('dataset'),
      });

    const layout = readDocument('layout.json');
    const layoutName = textOf(fieldOf(layout, 'layout')) || name;
    const regions = listOf(fieldOf(fieldOf(layout, 'layoutDefinitions'), 'regions'));
    const shown = regions.map((region) => ({
      name: textOf(fieldOf(region, 'name')),
      paths: pathsOf(plan, fieldOf(fieldOf(region, 'regionPlaylist'), 'widgets'), files),
    }));
    const filled = shown.filter((region) => region.paths.length > 0);
    for (const region of filled)
      plan.playlists.push({
        name: filled.length === 1 || !region.name ? layoutName : `${layoutName} – ${region.name}`,
        paths: region.paths,
      });
    for (const playlist of [...listOf(readDocument('playlist.json')), ...listOf(readDocument('nestedPlaylist.json'))])
      plan.playlists.push({
        name: textOf(fieldOf(playlist, 'name')) || layoutName,
        paths: pathsOf(plan, fieldOf(playlist, 'widgets'), files),
      });
    // Exports before Xibo 2.1 have their regions as XML only: the files keep the order of mapping.json.
    if (regions.length === 0 && plan.playlists.length === 0)
      plan.playlists.push({ name: layoutName, paths: [...files.values()].map(({ path }) => path) });
    return plan;
  },
};

type XiboFile = { path: string; seconds: number | undefined };

/** Returns the files by media id, without backgrounds. Adds names, display times and files that are missing to the plan. */
function mapFiles(plan: Plan, mapping: Json[], root: string, present: ReadonlySet<string>): Map<string, XiboFile> {
  const files = new Map<string, XiboFile>();
  for (const item of mapping) {
    const path = `${root}library/${textOf(fieldOf(item, 'file'))}`;
    const name = textOf(fieldOf(item, 'name')) || textOf(fieldOf(item, 'file'));
    const type = textOf(fieldOf(item, 'type'));
    if (textOf(fieldOf(item, 'font')) === '1' || type === 'font') {
      plan.notImported.push({ name, reason: reasonOf('a.ttf') });
      plan.programFiles.add(path);
    } else if (!present.has(path)) plan.notImported.push({ name, reason: missingFile });
    else {
      const seconds = type === 'video' ? undefined : secondsOf(fieldOf(item, 'duration'));
      plan.details.set(path, { name, seconds });
      if (textOf(fieldOf(item, 'background')) !== '1') files.set(textOf(fieldOf(item, 'mediaid')), { path, seconds });
    }
  }
  return files;
}

/** Returns the paths of the widgets' files in the widgets' order. Adds the display times that widgets state to the plan. */
function pathsOf(plan: Plan, widgets: Json | undefined, files: ReadonlyMap<string, XiboFile>): string[] {
  const order = (widget: Json) => Number(textOf(fieldOf(widget, 'displayOrder'))) || 0;
  return listOf(widgets)
    .toSorted((a, b) => order(a) - order(b))
    .flatMap((widget) => {
      const type = textOf(fieldOf(widget, 'type'));
      if (type === 'subplaylist') return [];
      const file = files.get(textOf(listOf(fieldOf(widget, 'mediaIds'))[0]));
      if (!file || !['image', 'video'].includes(type)) {
        plan.notImported.push({
          name: widgetName(widget) || type,
          reason: file ? reasonOf(file.path) : widgetReason(type),
        });
        return [];
      }
      if (type === 'image' && textOf(fieldOf(widget, 'useDuration')) === '1')
        setSeconds(plan.details, file.path, secondsOf(fieldOf(widget, 'duration')));
      return [file.path];
    });
}

/** Returns a widget's name, which is one of its options. */
function widgetName(widget: Json): string {
  const option = listOf(fieldOf(widget, 'widgetOptions')).find((each) => textOf(fieldOf(each, 'option')) === 'name');
  return textOf(fieldOf(option, 'value'));
}
