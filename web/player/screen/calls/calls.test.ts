import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { playerCall } from '../../testing/items.ts';
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { createSound } from '../../device/sound.ts';
import { createSpeechClips } from '../../media/speech-clips.ts';
import { createConnections } from '../../server/requests/connections.ts';
import { createCalls } from './calls.ts';

/** Duration of the chime and of each clip. */
const soundMs = 900;

/** Installs a minimal document for the card. Each sound ends after 0.9 s; `volumes` records its volume. */
function installDocument(t: TestContext): { volumes: number[]; remove(): void } {
  const volumes: number[] = [];
  class Element {
    dataset: Record<string, string> = {};
    style = {};
    volume = 1;
    muted = false;
    onended: () => void = () => undefined;
    textContent = '';
    children: Element[] = [];
    classes = new Set<string>();
    classList = {
      add: (name: string) => void this.classes.add(name),
      remove: (name: string) => void this.classes.delete(name),
      toggle: (name: string, isOn: boolean) => void (isOn ? this.classes.add(name) : this.classes.delete(name)),
    };
    append(...children: (Element | string)[]): void {
      this.children = [];
      for (const child of children)
        if (typeof child === 'string') this.textContent = child;
        else this.children.push(child);
    }
    appendChild(): void {}
    setAttribute(): void {}
    removeAttribute(): void {}
    async play(): Promise<void> {
      volumes.push(this.volume);
      setTimeout(() => this.onended(), soundMs);
    }
    pause(): void {}
    load(): void {}
  }
  const create = () => new Element();
  const installed = {
    document: { body: new Element(), createElement: create, createElementNS: create },
    window: { addEventListener() {}, removeEventListener() {}, innerWidth: 1920, innerHeight: 1080 },
    requestAnimationFrame: (run: () => void) => setTimeout(run, 16),
  };
  Object.assign(globalThis, installed);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return { volumes, remove: () => Object.keys(installed).forEach((name) => Reflect.deleteProperty(globalThis, name)) };
}

const responseWith = (...calls: PlayerCall[]): PlayerCalls => ({
  calls,
  recent: [],
  lastCallId: 0,
  lastCallKey: '',
  settings: { chime: true, repetitions: 1, seconds: 5, layout: 'lowerThird' },
});

/** Simulates a screen whose card is shown for 5 s. `sendReceipt` resolves when the server has the receipt. */
function screen(t: TestContext, sendReceipt = async (_label: string): Promise<void> => undefined) {
  const { volumes, remove } = installDocument(t);
  let time = 0;
  const queues: string[] = [];
  const reported: string[] = [];
  const calls = createCalls({
    now: () => time,
    sound: createSound(),
    speechClips: createSpeechClips(createConnections(5)),
    onSounding: () => undefined,
    onShown: ({ label }, hadSound) => {
      reported.push(`${label} ${hadSound ? 'heard' : 'silent'}`);
      return sendReceipt(label);
    },
    onQueued: (list) => void queues.push(list.map(({ id, startsInMs }) => `${id} in ${startsInMs}`).join()),
  });
  t.after(() => {
    calls.stop();
    remove();
  });
  const [strip, card, panel] = calls.nodes as unknown as [TestNode, TestNode, TestNode];
  return {
    calls,
    volumes,
    reported,
    queues,
    /** Returns the label on the card. */
    label: () => card.children[0]?.children[1]?.textContent,
    /** Returns the call on the card. */
    card: () => card.dataset.callId ?? '',
    /** Returns the panel's large call and its previous calls; null while there is no panel. */
    panel() {
      if (!(document.body as unknown as TestNode).classes.has('has-panel')) return null;
      const [large, , previous] = panel.children;
      const labels = previous?.children[1]?.children.map((item) => item.children[0]?.children[0]?.textContent);
      return [
        large?.hidden ? '' : large?.children[1]?.children[0]?.textContent,
        large?.classes.has('is-calling'),
        labels,
      ];
    },
    strip: () => strip.children[0]?.children.map((item) => item.children[0]?.children[0]?.textContent),
    async pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 50) {
        time += 50;
        t.mock.timers.tick(50);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
interface TestNode {
  dataset: Record<string, string>;
  textContent: string;
  hidden?: boolean;
  classes: Set<string>;
  children: TestNode[];
}

test('an urgent notice between two cards delays the second call until the notice ends', async (t) => {
  const { calls, card, strip, reported, volumes, pass } = screen(t);
  calls.set(responseWith(playerCall(1), playerCall(2)));
  await pass(5_000);
  assert.equal(card(), '');
  calls.hold(true);
  await pass(8_000);
  assert.equal(card(), '', 'no call is announced during the notice');
  assert.deepEqual(strip(), ['N1']);
  assert.deepEqual(reported, ['N1 heard']);
  calls.hold(false);
  await pass(2_000);
  assert.equal(card(), '2');
  assert.deepEqual(reported, ['N1 heard', 'N2 heard']);
  assert.deepEqual(volumes, [1, 1]);
  await pass(4_000);
  assert.deepEqual(strip(), ['N2', 'N1']);
});

test('an urgent notice of 0.1 s between two cards skips no call', async (t) => {
  const { calls, card, reported, pass } = screen(t);
  calls.set(responseWith(playerCall(1), playerCall(2)));
  await pass(5_000);
  calls.hold(true);
  await pass(100);
  calls.hold(false);
  await pass(2_000);
  assert.equal(card(), '2');
  assert.deepEqual(reported, ['N1 heard', 'N2 heard']);
});

test('a call that an urgent notice covered is shown once more after the notice', async (t) => {
  const { calls, card, strip, volumes, pass } = screen(t);
  calls.set(responseWith(playerCall(1)));
  await pass(2_000);
  calls.hold(true);
  await pass(6_000);
  assert.equal(card(), '');
  calls.hold(false);
  await pass(2_000);
  assert.equal(card(), '1');
  await pass(20_000);
  assert.deepEqual(strip(), ['N1']);
  assert.deepEqual(volumes, [1, 1]);
});

test('isBusy is true from a call’s arrival until the last card is hidden, and while a call waits for a notice’s end', async (t) => {
  const { calls, card, pass } = screen(t);
  assert.equal(calls.isBusy(), false);
  calls.set(responseWith(playerCall(1), playerCall(2)));
  assert.equal(calls.isBusy(), true);
  await pass(5_000);
  assert.equal(card(), '');
  assert.equal(calls.isBusy(), true, 'between two cards');
  calls.hold(true);
  await pass(8_000);
  assert.equal(calls.isBusy(), true, 'a call waits');
  calls.hold(false);
  await pass(4_000);
  assert.equal(calls.isBusy(), true);
  await pass(2_000);
  assert.equal(calls.isBusy(), false);
});

test('five simultaneous calls are announced completely within 35 s, and their order and times are reported', async (t) => {
  const { calls, card, volumes, reported, queues, pass } = screen(t);
  const numbers = [1, 2, 3, 4, 5];
  const settings = { chime: true, repetitions: 1, seconds: 12, layout: 'lowerThird' as const };
  calls.set({ ...responseWith(...numbers.map((id) => playerCall(id))), settings });
  assert.deepEqual(queues, [
    '2 in 7000,3 in 14000,4 in 21000,5 in 28000',
    '2 in 7000,3 in 14000,4 in 21000,5 in 28000',
  ]);
  await pass(4_900);
  assert.equal(card(), '1');
  await pass(500);
  assert.equal(card(), '2', 'a card is shown for at least 5 s while others wait');
  await pass(500);
  assert.equal(queues.at(-1)?.split(' ')[0], '3');
  await pass(28_500);
  assert.deepEqual([card(), calls.isBusy()], ['', false]);
  assert.deepEqual(
    reported,
    numbers.map((id) => `N${id} heard`),
  );
  assert.equal(volumes.length, 5);
  assert.equal(queues.at(-1), '');
});

test('a shown call is reported as waiting until the server has its receipt', async (t) => {
  let confirm: () => void = () => undefined;
  const { calls, card, reported, queues, pass } = screen(t, async (label) => {
    if (label === 'N2') await new Promise<void>((resolve) => (confirm = resolve));
  });
  calls.set(responseWith(playerCall(1), playerCall(2), playerCall(3)));
  await pass(6_500);
  assert.equal(card(), '2');
  assert.deepEqual(reported, ['N1 heard', 'N2 heard']);
  const waiting = () => queues.at(-1)?.replace(/ in \d+/g, '');
  assert.deepEqual([waiting(), queues.at(-1)?.split(',')[0]], ['2,3', '2 in 0']);
  await pass(5_500);
  assert.equal(card(), '3');
  assert.equal(waiting(), '2', 'N3 has its receipt, N2 has none yet');
  confirm();
  await pass(50);
  assert.equal(waiting(), '');
});

test('a stricter name policy changes the name on the card, and the deletion of the name ends the card', async (t) => {
  const { calls, card, label, volumes, pass } = screen(t);
  const [ana, bia] = [playerCall(1, { label: 'Ana Lima' }), playerCall(2, { label: 'Bia Sá' })];
  calls.set(responseWith(ana, bia));
  await pass(100);
  assert.equal(label(), 'Ana Lima');
  calls.set(responseWith(), [
    { ...ana, label: 'A. L.' },
    { ...bia, label: 'B. S.' },
  ]);
  assert.equal(label(), 'A. L.');
  await pass(5_500);
  assert.deepEqual([card(), label()], ['2', 'B. S.']);
  calls.set(responseWith(), []);
  assert.equal(card(), '');
  await pass(500);
  assert.deepEqual([calls.isBusy(), volumes.length], [false, 2]);
});

test('a card is shortened when another call arrives, and a single card is shown for its full time', async (t) => {
  const { calls, card, pass } = screen(t);
  const settings = { chime: true, repetitions: 1, seconds: 12, layout: 'lowerThird' as const };
  calls.set({ ...responseWith(playerCall(1)), settings });
  await pass(8_000);
  assert.equal(card(), '1');
  calls.set({ ...responseWith(playerCall(2)), settings });
  await pass(700);
  assert.equal(card(), '2');
  await pass(11_000);
  assert.equal(card(), '2');
  await pass(1_000);
  assert.equal(card(), '');
});

test('in the layout `panel` a screen shows calls in the panel and announces them, without card and strip', async (t) => {
  const { calls, card, strip, panel, reported, pass } = screen(t);
  assert.equal(panel(), null);
  calls.changeScreenState({ layout: 'panel' });
  assert.deepEqual(panel(), ['', false, []]);
  calls.set(responseWith(playerCall(1), playerCall(2)));
  await pass(3_000);
  assert.deepEqual(panel(), ['N1', true, []]);
  await pass(2_200);
  assert.deepEqual(panel(), ['N1', false, []], 'a pause before the second call, so that it is noticed');
  await pass(1_000);
  assert.deepEqual(panel(), ['N2', true, ['N1']]);
  assert.deepEqual([card(), strip()], ['', []]);
  await pass(9_000);
  assert.deepEqual(panel(), ['N2', false, ['N1']]);
  assert.deepEqual(reported, ['N1 heard', 'N2 heard']);
  calls.changeScreenState({ layout: 'fullScreen' });
  assert.deepEqual([panel(), strip()], [null, ['N2', 'N1']]);
});

test('a dark screen shows the panel from a call until no last call remains, and a blocked screen shows no panel', async (t) => {
  const { calls, panel, pass } = screen(t);
  calls.changeScreenState({ layout: 'panel' });
  calls.changeScreenState({ isDark: true });
  assert.equal(panel(), null);
  calls.set(responseWith(playerCall(1)));
  await pass(6_000);
  assert.deepEqual(panel(), ['N1', false, []]);
  calls.setBlocked(true);
  assert.equal(panel(), null);
  calls.setBlocked(false);
  calls.setOnline(false);
  await pass(16 * 60_000);
  calls.tick();
  assert.equal(panel(), null);
});

for (const layout of ['lowerThird', 'panel'] as const)
  test(`a screen that is blocked during a call hides the call at once (${layout})`, async (t) => {
    const { calls, card, panel, pass } = screen(t);
    calls.changeScreenState({ layout });
    calls.set(responseWith(playerCall(1)));
    await pass(1_000);
    assert.deepEqual([card(), panel()], layout === 'panel' ? ['', ['N1', true, []]] : ['1', null]);
    calls.setBlocked(true);
    assert.deepEqual([card(), panel()], ['', null]);
  });
