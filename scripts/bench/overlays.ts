/**
 * What ticker, clock and notices cost beside the video: processor seconds of all processes of the browser while the same
 * film runs in a bare page, in the player, and in the player with everything on; in turn, medians. And what the main thread
 * does meanwhile: looks at styles, layouts, paintings. Pictures are put together by the processor here, since the machine has no graphics
 * card; on a box with one the ratio is smaller.
 * Usage: npm run build && node --import tsx scripts/bench/overlays.ts [ROUNDS] [SECONDS]
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { delay, type Tv } from '../../web/player/testing/tv.ts';
import { watchMainThread } from '../../web/player/testing/trace.ts';
import { goBeforeOthers, processorSeconds } from './browser-cost.ts';
import { film, type PairedScreen, pairScreen, withCleanUp } from './support/paired-screen.ts';
import { printTable } from './support/table.ts';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 20);
const settleMs = 4_000;
const kinds = ['bare', 'player', 'over', 'beside'] as const;
type Kind = (typeof kinds)[number];

interface Cost {
  processor: number;
  pictures: number;
}

/** The film in a page with nothing else. */
async function serveBare(t: TestContext, path: string): Promise<string> {
  const bytes = await readFile(path);
  const page =
    '<!doctype html><body style="margin:0;background:#000"><video src="/film.mp4" autoplay loop style="width:100%;height:100%">';
  const server = createServer((request, response) => {
    const isFilm = request.url === '/film.mp4';
    response.setHeader('Content-Type', isFilm ? 'video/mp4' : 'text/html');
    response.end(isFilm ? bytes : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A message in the ticker and a notice, or neither of them. */
async function furnish({ server, playlistId }: PairedScreen): Promise<(kind: Kind) => Promise<void>> {
  const message = { title: 'Vacina', message: 'Hoje das 9h às 17h na sala de procedimentos' };
  const { id } = await server.owner.call('POST /api/breaking-news', { body: message });
  const playlistIds = [playlistId];
  await server.owner.call('POST /api/breaking-news/:id/playlists', { params: { id }, body: { playlistIds } });
  const colours = { backgroundColor: '#1133aa', textColor: '#ffff00' };
  const body = { title: 'Obras', message: 'Elevador parado até as 15h', noticeType: 'global' as const, ...colours };
  const notice = await server.app.admin.call('POST /api/admin/notices', { body });
  let isOn = true;
  return async (kind) => {
    const shrinksPicture = kind === 'beside';
    await server.owner.call('PUT /api/display-settings', { body: { shrinksPicture } });
    const wanted = kind === 'over' || kind === 'beside';
    if (wanted === isOn) return;
    isOn = wanted;
    await server.owner.call('PATCH /api/breaking-news/:id', { params: { id }, body: { isActive: wanted } });
    const params = { id: notice.id };
    await server.app.admin.call('PATCH /api/admin/notices/:id/toggle', { params, body: { isActive: wanted } });
  };
}

const shownPictures = (tv: Tv) =>
  tv.page.evaluate(() =>
    [...document.querySelectorAll('video')].reduce((sum, video) => {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
      return sum + totalVideoFrames - droppedVideoFrames;
    }, 0),
  );

async function measure(screen: PairedScreen, bareUrl: string, kind: Kind, isTraced: boolean) {
  const tv = await screen.open();
  await goBeforeOthers();
  await tv.page.goto(kind === 'bare' ? bareUrl : '/play');
  if (kind !== 'bare') await tv.until('body[data-state=playing]');
  if (kind === 'over' || kind === 'beside') {
    await tv.until('.ticker:not([hidden])');
    await tv.until('.notice.is-visible');
  }
  await delay(settleMs);
  if (kind === 'beside' && process.env.SHOTS) await tv.page.screenshot({ path: `${process.env.SHOTS}/overlays.png` });
  const before = { processor: await processorSeconds(screen.profile), pictures: await shownPictures(tv) };
  const work = isTraced ? await watchMainThread(tv.page, seconds * 1000) : await delay(seconds * 1000);
  const cost: Cost = {
    processor: (await processorSeconds(screen.profile)) - before.processor,
    pictures: (await shownPictures(tv)) - before.pictures,
  };
  await tv.turnOff();
  return { cost, work };
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

await withCleanUp(async (t) => {
  // Longer than a measurement: what the end of a film costs is no part of it.
  const path = await film(settleMs / 1000 + seconds + 6);
  const bareUrl = await serveBare(t, path);
  const screen = await pairScreen(t, [path]);
  const turnTo = await furnish(screen);
  const costs: Record<Kind, Cost[]> = { bare: [], player: [], over: [], beside: [] };
  for (let round = 1; round <= rounds; round += 1)
    for (const kind of kinds) {
      await turnTo(kind);
      const { cost } = await measure(screen, bareUrl, kind, false);
      costs[kind].push(cost);
      console.log(`round ${round}, ${kind}: ${cost.processor.toFixed(2)} s, ${cost.pictures} pictures`);
    }
  const ratioOf = (kind: Kind) =>
    middle(costs[kind].map(({ processor }, at) => processor / (costs.bare[at]?.processor ?? NaN)));
  const ours = (kind: Kind) => `${middle(costs[kind].map(({ processor }) => processor)).toFixed(2)} s`;
  const row = (what: string, kind: Kind) => ({
    ...{ what, ours: ours(kind), bare: ours('bare'), value: ratioOf(kind) },
    promise: { atMost: 1.1 },
  });
  await turnTo('beside');
  const { work } = await measure(screen, bareUrl, 'beside', true);
  const perSecond = (count: number) => ({ ours: `${count} in ${seconds} s`, value: count / seconds });
  printTable([
    row('processor, the player with its clock', 'player'),
    row('processor, ticker and notice over the picture', 'over'),
    row('processor, ticker and notice beside the picture', 'beside'),
    ...(work
      ? [
          { what: 'looks at styles a second', ...perSecond(work.styles), promise: { atMost: 6 } },
          { what: 'layouts a second', ...perSecond(work.layouts), promise: { atMost: 1 } },
          { what: 'paintings a second', ...perSecond(work.paints), promise: { atMost: 6 } },
        ]
      : []),
  ]);
});
