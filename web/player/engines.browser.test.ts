/** The player on the engines of old TV boxes (DESIGN.md section 4, rule 1). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNear } from '../../src/testing/media.ts';
import { type EngineVersion, fetchEngine, openOldTv } from './testing/engines.ts';
import { delay, middleColour, skip, startServer } from './testing/tv.ts';

const red = [200, 30, 30];
const green = [20, 130, 80];

for (const { engine, hasH264 } of [
  { engine: 64, hasH264: false },
  { engine: 79, hasH264: true },
] satisfies { engine: EngineVersion; hasH264: boolean }[]) {
  test(`Chromium ${engine} is paired, plays, follows changes, survives the server, and starts without it`, { skip, timeout: 300_000 }, async (t) => {
    const directory = await fetchEngine(engine).catch((error: Error) => error);
    if (directory instanceof Error) return t.skip(`The npm registry has no engine for us: ${directory.message}`);
    const server = await startServer(t);
    const tv = await openOldTv(t, directory);
    assert.match(await tv.evaluate('navigator.userAgent'), new RegExp(`Chrome/${engine}\\.`));
    const image = await server.image('vermelho', '#c81e1e', 5);
    const video = await server.video('azul', '#1e3cc8', 4);
    const other = await server.image('verde', '#148250', 5);
    const playlistId = await server.playlist([image, video, other]);
    const { activationCode, playerId } = await server.screen();

    await tv.goto(`${server.url}/player?code=${activationCode}`);
    await tv.until('[data-testid=activation-code]');
    await tv.evaluate('document.querySelector("button[type=submit]").click()');
    await tv.until('body[data-state=waiting]');
    await server.send(playerId, playlistId);
    await tv.until(`body[data-item-id="${image}"]`, 2_000);
    await delay(800);
    assertNear(await middleColour(await tv.screenshot()), red);
    if (hasH264) await tv.until(`body[data-item-id="${video}"]`);
    await tv.until(`body[data-item-id="${other}"]`);
    await delay(800);
    assertNear(await middleColour(await tv.screenshot()), green);
    assert.equal(await tv.evaluate('document.querySelector("[data-testid=clock]").offsetWidth > 0'), true);

    const message = await server.owner.call('POST /api/breaking-news', { body: { title: 'Aviso', message: 'Bom dia' } });
    await server.owner.call('POST /api/breaking-news/:id/playlists', { params: { id: message.id }, body: { playlistIds: [playlistId] } });
    await tv.until('.ticker:not([hidden])', 3_000);
    const left = () => tv.evaluate<number>('document.querySelector(".ticker-track").getBoundingClientRect().left');
    const before = await left();
    await delay(1_000);
    assert.ok((await left()) < before - 20);

    await tv.evaluate('document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))');
    await tv.until('[data-testid=options]:not([hidden])');
    assert.equal(await tv.evaluate('document.activeElement.dataset.testid'), 'options-code');
    await tv.evaluate('document.querySelector("[data-testid=options] .buttons button:last-child").click()');

    await server.stop();
    await tv.until(`body[data-item-id="${image}"]`);
    await tv.until(`body[data-item-id="${other}"]`);
    // These builds keep their HTTP cache in memory: the same process starts the page anew.
    await tv.goto('about:blank');
    await delay(500);
    const since = performance.now();
    await tv.goto(`${server.url}/play`);
    await tv.until('body[data-state=playing]', 5_000);
    assert.ok(performance.now() - since < 5_000);
    assert.deepEqual(tv.faults, []);
  });
}
