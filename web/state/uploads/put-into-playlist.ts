/** A registered file's way into its playlist, whatever happens to the connection. */
import { CallError } from '../../api/client.ts';
import { mutate } from '../resources/resource.ts';
import { isConnectionLoss, reasonOf } from './send-bytes.ts';
import { type Insertion, retryDelay } from './upload-item.ts';

/** Tries again by itself while the connection is away and `isWanted`. Never rejects. */
export async function putIntoPlaylist(
  videoId: number,
  playlistId: number,
  isWanted: () => boolean,
): Promise<Insertion> {
  for (let failures = 1; ; failures += 1) {
    try {
      await mutate(
        'POST /api/videos/:videoId/assignments',
        { params: { videoId }, body: { playlistId, frequency: 1 } },
        {
          invalidates: [
            'GET /api/playlists',
            'GET /api/playlists/:id',
            'GET /api/playlists/:id/assignments',
            'GET /api/videos',
            'GET /api/videos/:videoId/assignments',
          ],
        },
      );
      return { status: 'inserted' };
    } catch (error) {
      if (isConnectionLoss(error) && isWanted()) {
        await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
        continue;
      }
      const isFinal = error instanceof CallError && error.status === 404;
      return { status: 'failed', reason: whyNot(error, isFinal), isFinal };
    }
  }
}

/** The file is safe: the sentence says where, and what to do. */
function whyNot(error: unknown, isGone: boolean): string {
  const reason = isGone ? 'A playlist foi excluída.' : reasonOf(error, 'O servidor não respondeu.');
  return `${reason.replace(/[^.!?]$/, '$&.')} O arquivo está em Meus Conteúdos: ${isGone ? 'adicione-o a outra playlist.' : 'tente de novo.'}`;
}
