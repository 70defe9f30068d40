/** Adds an uploaded item to its playlist, and continues after connection losses. */
import { CallError } from '../../api/client.ts';
import { itemQueue } from '../resources/request-queue.ts';
import { mutate } from '../resources/resource.ts';
import { isConnectionLoss, reasonOf } from './send-bytes.ts';
import { type Insertion, retryDelay } from './upload-item.ts';

/** Adds the item. After a connection loss it tries again while `isWanted` returns true. Never rejects. */
export async function putIntoPlaylist(
  videoId: number,
  playlistId: number,
  isWanted: () => boolean,
): Promise<Insertion> {
  for (let failures = 1; ; failures += 1) {
    try {
      const input = { params: { videoId }, body: { playlistId, frequency: 1 } };
      await mutate('POST /api/videos/:videoId/assignments', input, { queue: itemQueue(playlistId) });
      return { status: 'inserted' };
    } catch (error) {
      if (isConnectionLoss(error) && isWanted()) {
        await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
        continue;
      }
      const isFinal = error instanceof CallError && error.status === 404;
      return { status: 'failed', reason: failureText(error, isFinal), isFinal };
    }
  }
}

/** Returns the reason, the place of the file and the advice, as one text. */
function failureText(error: unknown, isPlaylistDeleted: boolean): string {
  const reason = isPlaylistDeleted ? 'A playlist foi excluída.' : reasonOf(error, 'O servidor não respondeu.');
  return `${reason.replace(/[^.!?]$/, '$&.')} O arquivo está em Meus Conteúdos: ${isPlaylistDeleted ? 'adicione-o a outra playlist.' : 'tente de novo.'}`;
}
