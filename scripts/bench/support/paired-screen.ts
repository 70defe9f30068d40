/** A screen with a video on its device, for measurements in the browser: the profile is kept from one start to the next. */
import type { TestContext } from 'node:test';
import { ffmpeg, madeOnce } from '../../../src/testing/media.ts';
import {
  delay,
  newProfile,
  openTv,
  type Server,
  skip,
  startServer,
  type Tv,
  type TvOptions,
} from '../../../web/player/testing/tv.ts';

/** What a test would clean up is cleaned up after the work. */
export async function withCleanUp(work: (t: TestContext) => Promise<void>): Promise<void> {
  if (skip) throw new Error(skip);
  const cleanUps: (() => unknown)[] = [];
  try {
    await work({ after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) } as unknown as TestContext);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

/** Moves everywhere, as a film does: 30 pictures a second, 720p. */
export const film = (seconds: number): Promise<string> =>
  madeOnce(`bench-film-${seconds}.mp4`, (draft) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', `mandelbrot=size=1280x720:rate=30:end_scale=0.1`, '-t', String(seconds)],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-b:v',
        '4M',
        '-pix_fmt',
        'yuv420p',
        '-movflags',
        '+faststart',
        draft,
      ],
    ),
  );

export interface PairedScreen {
  server: Server;
  playlistId: number;
  profile: string;
  /** Starts the browser on the page that plays. */
  open(): Promise<Tv>;
}

/** Paired, and everything to play on the device. */
export async function pairScreen(
  t: TestContext,
  files: readonly string[],
  options: TvOptions = {},
): Promise<PairedScreen> {
  const server = await startServer(t);
  const ids: number[] = [];
  for (const [at, file] of files.entries()) ids.push(await server.upload(file, `${at}.${file.split('.').pop()}`));
  const playlistId = await server.playlist(ids);
  const { playerId, activationCode } = await server.screen();
  const profile = await newProfile(t);
  const open = () => openTv(t, server, { ...options, profile });
  const tv = await open();
  await tv.pair(activationCode);
  await server.send(playerId, playlistId);
  await tv.until('body[data-state=playing]', 60_000);
  for (let tries = 0; tries < 300 && !(await isWhole(server)); tries += 1) await delay(200);
  await delay(2_000);
  await tv.turnOff();
  return { server, playlistId, profile, open };
}

async function isWhole({ owner }: Server): Promise<boolean> {
  const [screen] = await owner.call('GET /api/my-players');
  const text = JSON.stringify(screen);
  return (
    /"cachedItems":([1-9]\d*),"totalItems":\1\b/.test(text) ||
    /"cachedItems":([1-9]\d*)[^}]*"totalItems":\1\b/.test(text)
  );
}
