/** Makes films for measurements, each once per machine: later runs find the file by its name. */
import { cachedFile, ffmpeg } from '../../src/testing/media.ts';
import { isQuick, fullOrQuick } from '../support/quick.ts';

/** End of the file's name, because quick runs make shorter films. */
const suffix = isQuick ? '-quick' : '';
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];

/** Returns a 4K film, which is too large for a screen: converting it takes half a minute or more. */
export const film4k = (): Promise<string> =>
  cachedFile(`bench-4k${suffix}.mp4`, (draft) =>
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=3840x2160:rate=30',
      '-t',
      String(fullOrQuick(10, 1)),
      ...fast,
      '-g',
      '30',
      draft,
    ),
  );

/** Returns a film of about 15 MB that every screen can play: the server stores it without converting it. */
export const playableFilm = (): Promise<string> =>
  cachedFile('bench-film.mp4', (draft) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25', '-t', '20', '-vf', 'noise=alls=20:allf=t'],
      ...[...fast, '-b:v', '6M', '-maxrate', '6M', '-bufsize', '6M', '-g', '50', draft],
    ),
  );

/** Returns a small file with eight minutes of 8K (two seconds, repeated). The server refuses it: decoding would take too long. */
export const film8k = (): Promise<string> =>
  cachedFile(`bench-8k60${suffix}.mp4`, async (draft) => {
    const clip = await cachedFile('bench-8k60-piece.mp4', (path) =>
      ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=7680x4320:rate=60', '-t', '2', ...fast, path),
    );
    await ffmpeg('-stream_loop', String(fullOrQuick(240, 1)), '-i', clip, '-c', 'copy', draft);
  });
