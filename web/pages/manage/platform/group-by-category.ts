/** Groups platform contents by category (contract/README 2.4). */
import type { Video } from '../../../../src/contract/media.ts';

export interface CategoryGroup {
  name: string;
  videos: Video[];
}

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Returns the categories in alphabetical order, 'Sem categoria' last. */
export function groupByCategory(videos: readonly Video[]): CategoryGroup[] {
  const groups = new Map<string | null, CategoryGroup>();
  for (const video of videos) {
    const group = groups.get(video.category);
    if (group) group.videos.push(video);
    else groups.set(video.category, { name: video.category ?? 'Sem categoria', videos: [video] });
  }
  return [...groups]
    .sort(([left], [right]) => (left === null ? 1 : right === null ? -1 : collator.compare(left, right)))
    .map(([, group]) => group);
}
