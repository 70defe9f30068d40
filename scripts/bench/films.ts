/** Films that measurements send. Made once a machine: the same name always means the same film. */
import { cachedFile, ffmpeg } from '../../src/testing/media.ts';
import { isQuick, sized } from '../support/quick.ts';

/** In the names of what a quick run makes. */
const mark = isQuick ? '-quick' : '';
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];

/** Too large for a screen: half a minute and more of converting. */
export const film4k = (): Promise<string> =>
  cachedFile(`bench-4k${mark}.mp4`, (draft) =>
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=3840x2160:rate=30',
      '-t',
      String(sized(10, 1)),
      ...fast,
      '-g',
      '30',
      draft,
    ),
  );

/** About 15 MB that every screen plays as they are: stored without a conversion. */
export const playableFilm = (): Promise<string> =>
  cachedFile('bench-film.mp4', (draft) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25', '-t', '20', '-vf', 'noise=alls=20:allf=t'],
      ...[...fast, '-b:v', '6M', '-maxrate', '6M', '-bufsize', '6M', '-g', '50', draft],
    ),
  );

/** Two seconds, again and again: eight minutes of real 8K pictures in a small file, longer than the budget of one content. */
export const film8k = (): Promise<string> =>
  cachedFile(`bench-8k60${mark}.mp4`, async (draft) => {
    const piece = await cachedFile('bench-8k60-piece.mp4', (path) =>
      ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=7680x4320:rate=60', '-t', '2', ...fast, path),
    );
    await ffmpeg('-stream_loop', String(sized(240, 1)), '-i', piece, '-c', 'copy', draft);
  });
