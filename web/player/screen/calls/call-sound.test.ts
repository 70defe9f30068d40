import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Sound } from '../../device/sound.ts';
import { createCallSound } from './call-sound.ts';

/** Plays a call of a chime and three clips on a device that starts the files of `late` too late. Returns what it played. */
async function speak(t: TestContext, late: readonly string[]): Promise<{ played: string[]; reports: boolean[] }> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const none = () => undefined;
  const methods = { append: none, setAttribute: none, removeAttribute: none, pause: none };
  const audio = { dataset: {}, src: '', muted: false, volume: 1, ...methods };
  const document = { createElement: () => audio };
  Object.assign(globalThis, { document });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const played: string[] = [];
  const play = (media: HTMLMediaElement): Promise<void> => {
    const name = media.src.startsWith('blob:') ? 'chime' : media.src;
    if (late.includes(name)) {
      setImmediate(() => t.mock.timers.tick(4_000));
      return new Promise(() => undefined);
    }
    played.push(name);
    setImmediate(() => media.onended?.(new Event('ended')));
    return Promise.resolve();
  };
  const sound = { play, isBlocked: () => false } as unknown as Sound;
  const reports: boolean[] = [];
  await createCallSound(sound).speak({
    withChime: true,
    words: Promise.resolve(['senha', 'cinco', 'sala']),
    hasWords: true,
    times: 1,
    onPlayed: (isAudible) => reports.push(isAudible),
  });
  return { played, reports };
}

test('after one file that starts too late the others of the call are played', async (t) => {
  const { played, reports } = await speak(t, ['senha']);
  assert.deepEqual(played, ['chime', 'cinco', 'sala']);
  assert.equal(reports.at(-1), true);
});

test('after two files that start too late the call is silent, so that it delays no other one', async (t) => {
  const { played, reports } = await speak(t, ['chime', 'senha']);
  assert.deepEqual(played, []);
  assert.equal(reports.at(-1), false);
});
