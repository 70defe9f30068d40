import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Sound } from '../../device/sound.ts';
import { createCallSound } from './call-sound.ts';

/**
 * Announces a call with a chime and three clips on a device that starts the `late` files too late. Interrupts the
 * announcement during the file `until`. Returns the played files and the reports to `onPlayed`.
 */
async function speak(
  t: TestContext,
  late: readonly string[],
  until?: string,
): Promise<{ played: string[]; reports: boolean[] }> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const noop = () => undefined;
  const methods = { append: noop, setAttribute: noop, removeAttribute: noop, pause: noop };
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
    setImmediate(() => (name === until ? callSound.interrupt() : media.onended?.(new Event('ended'))));
    return Promise.resolve();
  };
  const sound = { play, isBlocked: () => false } as unknown as Sound;
  const reports: boolean[] = [];
  const callSound = createCallSound(sound);
  await callSound.speak({
    withChime: true,
    clips: Promise.resolve(['senha', 'cinco', 'sala']),
    hasClips: true,
    times: 1,
    onPlayed: (isAudible) => reports.push(isAudible),
  });
  return { played, reports };
}

test('when one file of a call starts too late, the other files are played', async (t) => {
  const { played, reports } = await speak(t, ['senha']);
  assert.deepEqual(played, ['chime', 'cinco', 'sala']);
  assert.equal(reports.at(-1), true);
});

test('when two files of a call start too late, the rest is skipped, so that the next call is not delayed', async (t) => {
  const { played, reports } = await speak(t, ['chime', 'senha']);
  assert.deepEqual(played, []);
  assert.equal(reports.at(-1), false);
});

test('an interrupted announcement ends at once and plays no further file', async (t) => {
  const { played, reports } = await speak(t, [], 'senha');
  assert.deepEqual(played, ['chime', 'senha']);
  assert.equal(reports.at(-1), true);
});
