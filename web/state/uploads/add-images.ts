/** Puts images that the studio has made itself into the upload queue. */
import { batch } from '@preact/signals-react';
import { peekResource } from '../resources/resource.ts';
import { identityOf } from './chosen-file.ts';
import { addFiles, edit, sendDrafts, type Upload, uploads } from './queue.ts';
import { fittingDrafts, isDraft } from './upload-item.ts';

/** Adds images as drafts with these options. With `isSent`, those that fit into the quota are sent at once. */
export function addImages(
  files: readonly File[],
  { isSent, ...options }: Pick<Upload, 'displayDuration' | 'destination'> & { isSent: boolean },
): void {
  const identities = new Set(files.map(identityOf));
  batch(() => {
    addFiles(files);
    const isAdded = (item: Upload) => isDraft(item) && identities.has(identityOf(item.file));
    for (const item of uploads.peek()) if (isAdded(item)) edit(item.id, options);
    const usage = peekResource('GET /api/user/me');
    const fitting = usage ? fittingDrafts(uploads.peek(), usage) : uploads.peek();
    if (isSent) sendDrafts(fitting.filter(isAdded), { categoryId: undefined, destination: undefined });
  });
}
