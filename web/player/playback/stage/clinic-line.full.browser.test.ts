/** Tests the line that identifies the clinic in its advertising (contract/README 3.10). */
import assert from 'node:assert/strict';
import { identificationLine } from '../../../../src/contract/text/identification.ts';
import { openTv, startServer, test, type Tv } from '../../testing/tv.ts';

const director = { name: 'Dra. Ana Beatriz de Souza', crmState: 'SP', crm: '123456', rqe: '7890' } as const;
const profile = { name: 'Clínica Sol', cnpj: '', doctors: [], crmPj: '98765', director };

/** Returns the lines on the screen; an empty one is not visible. */
const shownLines = (tv: Tv) => tv.page.locator('.layer.is-visible .clinic-line').allTextContents();

/** Asserts that the whole line is on the screen, below the picture and above the elements that the selectors `others` find. */
async function assertLineIsFree(tv: Tv, ...others: string[]): Promise<void> {
  const boxOf = async (selector: string) => {
    const box = await tv.page.locator(selector).boundingBox();
    assert.ok(box, selector);
    return box;
  };
  const [line, frame, screen] = [
    await boxOf('.is-visible .clinic-line'),
    await boxOf('.is-visible .frame'),
    await boxOf('#root'),
  ];
  assert.ok(line.height > 0 && frame.y + frame.height <= line.y + 1, 'below the picture');
  assert.ok(frame.height > line.height * 2, 'the picture is large');
  assert.ok(line.x >= screen.x && line.x + line.width <= screen.x + screen.width + 1);
  const tops = await Promise.all(others.map(async (other) => (await boxOf(other)).y));
  for (const top of [...tops, screen.y + screen.height]) assert.ok(line.y + line.height <= top + 1, `${line.y} ${top}`);
}

test('advertising is shown with the line that identifies the clinic, other contents without it, also after a start without the server', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, { viewport: { width: 1280, height: 720 } });
  const advertising = await server.image('promocao', '#14b450', 5);
  const information = await server.image('aviso', '#1e3cc8', 5);
  await server.owner.call('PATCH /api/videos/:id', { params: { id: advertising }, body: { purpose: 'advertising' } });
  const { playlistId, playerId } = await server.sendTo(tv, [advertising, information]);
  const untilShown = async (id: number) => {
    await tv.until(`body[data-item-id="${id}"]`);
    await tv.untilNoFade();
  };
  await untilShown(advertising);
  assert.deepEqual(await shownLines(tv), [''], 'the profile of the clinic is empty');
  await server.owner.call('PUT /api/clinic-profile', { body: profile });
  await tv.page.getByText(identificationLine(profile)).first().waitFor({ state: 'attached' });
  await untilShown(information);
  assert.deepEqual(await shownLines(tv), ['']);
  await untilShown(advertising);
  assert.deepEqual(await shownLines(tv), [identificationLine(profile)]);
  await assertLineIsFree(tv);

  await server.owner.call('DELETE /api/videos/:videoId/assignments/:playlistId', {
    params: { videoId: information, playlistId },
  });
  await server.addTicker(playlistId);
  await tv.until('body.has-ticker');
  await untilShown(advertising);
  await assertLineIsFree(tv, '.ticker');
  await server.owner.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  await tv.until('body:not(.shrinks-picture)');
  await assertLineIsFree(tv, '.ticker');
  const params = { id: playerId };
  await server.owner.call('PUT /api/my-players/:id/call-layout', { params, body: { callLayout: 'panel' } });
  await tv.until('body.has-panel');
  await assertLineIsFree(tv, '.ticker');

  await server.stop();
  await tv.restart();
  await untilShown(advertising);
  assert.deepEqual(await shownLines(tv), [identificationLine(profile)]);
});
