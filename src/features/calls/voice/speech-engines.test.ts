import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import type { TestApp } from '../../../testing/app.ts';
import { failsWith, startScreen } from '../../../testing/steps.ts';
import { findSpeechEngines } from './speech-engines.ts';
import { joinWaves, samplesOf } from './wave.ts';

/**
 * Program in place of an engine: appends text and arguments to a file, and copies a WAV file to the path in its last argument.
 * It fails while a file `*.broken` exists, and ends without a sound while a file `*.silent` exists.
 */
const script = `#!/bin/sh
[ "$1" = --voices=pt ] && { echo ' 5  pt-br'; exit 0; }
for last; do :; done
printf '%s %s\\n' "$(cat)" "$*" >> "$0.said"
[ -e "$0.broken" ] && exit 3
[ -e "$0.silent" ] && exit 0
cp "$0.wav" "$last"
`;

/** Lengths of the fake engines' clips (silence) in milliseconds. */
const lengths = { rhvoice: 300, piper: 400, espeak: 500 };
type Id = keyof typeof lengths;

/** Creates programs in place of the three engines. */
async function fakeEngines(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'antessala-voices-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'bin'));
  const pathOf = (id: Id) => join(folder, 'bin', id);
  for (const id of ['rhvoice', 'piper', 'espeak'] as const) {
    writeFileSync(pathOf(id), script, { mode: 0o755 });
    writeFileSync(`${pathOf(id)}.wav`, joinWaves([lengths[id]], 0));
  }
  const voice = join(folder, 'share', 'RHVoice', 'voices', 'Leticia-F123');
  await mkdir(voice, { recursive: true });
  const model = join(folder, 'pt_BR-fake-medium.onnx');
  writeFileSync(model, '');
  writeFileSync(`${model}.json`, '{}');
  return {
    voice,
    model,
    pathOf,
    config: {
      rhvoicePath: pathOf('rhvoice'),
      piperPath: pathOf('piper'),
      piperModel: model,
      espeakPath: pathOf('espeak'),
    },
    said: (id: Id) => (existsSync(`${pathOf(id)}.said`) ? readFileSync(`${pathOf(id)}.said`, 'utf8') : ''),
    break: (id: Id) => writeFileSync(`${pathOf(id)}.broken`, ''),
    /** Makes the engine end without a sound, as if it could not speak the text. */
    silence: (id: Id) => writeFileSync(`${pathOf(id)}.silent`, ''),
    repair: (id: Id) => rmSync(`${pathOf(id)}.broken`),
  };
}

/** Starts the app with the fake engines. `speak` calls a label, and returns the engines that spoke the label and the room. */
async function startSpeaking(t: TestContext) {
  const fakes = await fakeEngines(t);
  const lines: string[] = [];
  const clock = new ManualClock(Date.now());
  const env = {
    RHVOICE_PATH: fakes.config.rhvoicePath,
    PIPER_PATH: fakes.config.piperPath,
    PIPER_MODEL: fakes.model,
    ESPEAK_PATH: fakes.config.espeakPath,
  };
  const log = createLog('info', clock, (line) => void lines.push(line));
  const { app, clinic, screen } = await startScreen(t, { speaks: true, env, log, clock });
  const { id: roomId } = await clinic.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  async function speak(label: string): Promise<(string | undefined)[]> {
    const { id } = await clinic.call('POST /api/calls', { body: { label, roomId } });
    await app.parts.calls.voice.whenIdle();
    const { calls } = await screen.call('GET /api/player/calls', { query: { after: id - 1 } });
    return Promise.all((calls[0]?.sounds ?? []).map(async (url) => (await fetchClip(app, url)).engine));
  }
  const logged = (message: string) => lines.filter((line) => line.includes(message)).length;
  return { app, clinic, clock, fakes, speak, logged };
}

async function fetchClip(app: TestApp, url: string) {
  const response = await app.guest().request(url);
  if (response.status !== 200) return { engine: undefined, caching: null };
  const ms = Math.round(samplesOf(Buffer.from(await response.arrayBuffer())).length / 44.1);
  const engine = Object.entries(lengths).find(([, length]) => Math.abs(length - ms) < 2)?.[0];
  return { engine, caching: response.headers.get('cache-control') };
}

test('engines are found, the best voice first, and an engine without its voice is not used', async (t) => {
  const { config, voice, model } = await fakeEngines(t);
  const found = await findSpeechEngines(config);
  assert.deepEqual(
    found.engines.map(({ id, voice: name }) => [id, name]),
    [
      ['rhvoice', 'Letícia-F123'],
      ['piper', 'pt_BR-fake-medium'],
      ['espeak', 'pt-br+f2'],
    ],
  );
  assert.deepEqual(found.problems, []);
  assert.ok(!(await findSpeechEngines({ ...config, piperModel: undefined })).engines.some(({ id }) => id === 'piper'));
  rmSync(voice, { recursive: true });
  rmSync(`${model}.json`);
  const remaining = await findSpeechEngines(config);
  assert.deepEqual(
    remaining.engines.map(({ id }) => id),
    ['espeak'],
  );
  assert.deepEqual(
    remaining.problems.map((problem) => problem.split(' ')[0]),
    ['RHVoice', 'O'],
  );
  const none = { rhvoicePath: '/nonexistent', espeakPath: '/nonexistent' };
  assert.match((await findSpeechEngines(none)).problems.join(), /^Nenhum programa de voz/);
});

test('the chosen engine speaks what it reads from its standard input, and each engine has clips of its own', async (t) => {
  const { app, clinic, fakes, speak } = await startSpeaking(t);
  assert.deepEqual(await speak('P042'), ['rhvoice', 'rhvoice']);
  assert.match(fakes.said('rhvoice'), /^Senha pê, quarenta e dois\. -p Leticia-F123 -r 85 -o \/\S+$/m);
  for (const engine of ['piper', 'espeak'] as const) {
    const settings = await clinic.call('PUT /api/call-settings', { body: { engine } });
    assert.deepEqual([settings.engine, settings.canSpeak], [engine, true]);
    assert.deepEqual(await speak('P042'), [engine, engine]);
  }
  const { entries } = await clinic.call('GET /api/user/audit');
  assert.ok(JSON.stringify(entries).includes('Voz do servidor'));
  await clinic.call('PUT /api/call-settings', { body: { engine: 'auto' } });
  const texts = fakes.said('rhvoice');
  assert.deepEqual(await speak('P042'), ['rhvoice', 'rhvoice']);
  assert.equal(fakes.said('rhvoice'), texts, 'from the cache');
  await assert.rejects(
    clinic.call('PUT /api/call-settings', { body: { engine: 'other' as 'auto' } }),
    failsWith(400, 'engine'),
  );

  const voices = await clinic.call('GET /api/call-voices');
  assert.deepEqual(
    voices.map(({ id, voice }) => [id, voice]),
    [
      ['rhvoice', 'Letícia-F123'],
      ['piper', 'pt_BR-fake-medium'],
      ['espeak', 'pt-br+f2'],
    ],
  );
  for (const { id, sampleUrl } of voices) assert.equal((await fetchClip(app, sampleUrl ?? '')).engine, id);
});

test('an engine that fails is logged once, the next one speaks, and the first one speaks again once it works', async (t) => {
  const { app, clinic, clock, fakes, speak, logged } = await startSpeaking(t);
  fakes.break('rhvoice');
  assert.deepEqual(await speak('P001'), ['piper', 'piper']);
  fakes.break('piper');
  assert.deepEqual(await speak('P002'), ['espeak', 'espeak'], 'one voice for the whole call');
  assert.deepEqual([logged('a speech engine fails'), logged('a call is not spoken')], [2, 0]);
  const sample = (await clinic.call('GET /api/call-voices'))[0]?.sampleUrl ?? '';
  assert.equal((await fetchClip(app, sample)).engine, undefined, 'no other voice speaks its sample');
  await app.parts.calls.voice.whenIdle();

  clock.advance(60_000);
  assert.deepEqual(
    await speak('P001'),
    ['piper', 'piper'],
    'RHVoice is tried again and fails; the clips of Piper are cached',
  );
  assert.equal(logged('a speech engine fails'), 2, 'a repeated failure is not logged');
  fakes.repair('rhvoice');
  clock.advance(60_000);
  assert.deepEqual(await speak('P001'), ['rhvoice', 'rhvoice']);
  assert.equal(logged('a speech engine works again'), 1);
});

test('a text that an engine does not speak is spoken by the next one, and three such texts mark the engine as failed', async (t) => {
  const { app, fakes, logged } = await startSpeaking(t);
  const { voice } = app.parts.calls;
  const say = async (text: string) => {
    const url = voice.addressOf(1, { segments: [{ text }], isName: false }, 'auto');
    await voice.whenIdle();
    return (await fetchClip(app, url ?? '')).engine;
  };
  const tries = () => fakes.said('rhvoice').split('\n').length - 1;
  fakes.silence('rhvoice');
  for (const text of ['Um.', 'Um.', 'Dois.', 'Um.']) assert.equal(await say(text), 'piper');
  assert.deepEqual([tries(), logged('a speech engine fails')], [2, 0], 'each text was tried once');
  assert.equal(await say('Três.'), 'piper');
  assert.equal(await say('Quatro.'), 'piper');
  assert.deepEqual([tries(), logged('a speech engine fails')], [3, 1]);
});

test("if an engine's clip cannot be joined with recordings, the next engine speaks the text", async (t) => {
  const { app, fakes } = await startSpeaking(t);
  writeFileSync(`${fakes.pathOf('rhvoice')}.wav`, Buffer.alloc(200));
  const words = { segments: [{ text: 'Senha.' }, { pauseMs: 0 }], isName: false };
  const url = app.parts.calls.voice.addressOf(1, words, 'auto') ?? '';
  assert.equal((await app.guest().request(url)).status, 200);
  assert.match(fakes.said('piper'), /Senha/);
});

test('a browser may not cache a clip of an engine other than the chosen one', async (t) => {
  const { app, fakes } = await startSpeaking(t);
  const { voice } = app.parts.calls;
  const words = { segments: [{ text: 'Senha pê.' }], isName: false };
  fakes.break('rhvoice');
  const { engine, caching } = await fetchClip(app, voice.addressOf(1, words, 'auto') ?? '');
  assert.deepEqual([engine, caching], ['piper', 'private, no-store']);
  for (const id of ['piper', 'espeak'] as const) fakes.break(id);
  const unspoken = { segments: [{ text: 'Senha quê.' }], isName: false };
  assert.equal((await fetchClip(app, voice.addressOf(1, unspoken, 'auto') ?? '')).engine, undefined);
  assert.match((await fetchClip(app, voice.addressOf(1, words, 'piper') ?? '')).caching ?? '', /immutable$/);
});
