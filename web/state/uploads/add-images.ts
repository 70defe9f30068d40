/** Adds images that the studio has made itself to the upload queue. */
import { batch } from '@preact/signals-react';
import { peekResource } from '../resources/resource.ts';
import { identityOf } from './chosen-file.ts';
import { addFiles, edit, sendDrafts, type Upload, uploads } from './queue.ts';
import { fittingDrafts, isDraft } from './upload-item.ts';

/**
 * Adds images as drafts with these options. With `sendNow`, sends at once the images that fit into the quota, in which older
 * drafts do not count. Returns how many of the images remain drafts.
 */
export function addImages(
  files: readonly File[],
  { sendNow, ...options }: Pick<Upload, 'displayDuration' | 'destination'> & { sendNow: boolean },
): number {
  const identities = new Set(files.map(identityOf));
  const isAdded = ({ phase, file }: Upload) => phase.status === 'draft' && identities.has(identityOf(file));
  batch(() => {
    addFiles(files);
    for (const item of uploads.peek()) if (isAdded(item)) edit(item.id, options);
    const usage = peekResource('GET /api/user/me');
    const considered = uploads.peek().filter((item) => isAdded(item) || !isDraft(item));
    const fitting = usage ? fittingDrafts(considered, usage) : considered.filter(isAdded);
    if (sendNow) sendDrafts(fitting, { categoryId: undefined, destination: undefined });
  });
  return uploads.peek().filter(isAdded).length;
}
