/** Tests how a content fills a screen of another shape (contract/README 3.9). */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { colourAt } from '../../../../src/testing/media.ts';
import { openTv, smallViewport, startServer, test, untilNear } from '../../testing/tv.ts';

const green = [20, 180, 80];

test('a content that is set to fill the screen is cropped at once, also after a start without the server', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, smallViewport);
  const upright = await sharp({ create: { width: 360, height: 640, channels: 3, background: '#14b450' } })
    .jpeg()
    .toBuffer();
  const id = await server.upload(upright, 'em-pe.jpg');
  await server.sendTo(tv, [id]);
  await tv.until(`body[data-item-id="${id}"]`);
  await tv.untilNoFade();
  const edge = async () => colourAt(await tv.page.screenshot(), { left: 20, top: 100, width: 60, height: 60 });
  await tv.untilColour(green);
  assert.deepEqual(await edge(), [0, 0, 0], 'the whole content is shown, with borders beside it');
  const change = (fit: 'contain' | 'cover') =>
    server.owner.call('PATCH /api/videos/:id', { params: { id }, body: { fit } });
  await change('cover');
  await untilNear('the edge', edge, green);

  await server.stop();
  await tv.restart();
  await tv.until(`body[data-item-id="${id}"]`);
  await untilNear('the edge', edge, green);
  await server.start();
  await change('contain');
  await untilNear('the edge', edge, [0, 0, 0]);
});
