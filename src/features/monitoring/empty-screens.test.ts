import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { addItem, newPlaylist, sendPlaylist } from '../../testing/steps.ts';
import { until } from '../../testing/until.ts';

const toOf = (email: string) => /^To: (.*)$/m.exec(email)?.[1]?.trim();

test('owner, administrators and webhook are notified once of a screen that will have nothing to show', async (t) => {
  const mail = await startMailServer(t);
  const receiver = await startWebhookReceiver(t);
  const app = await startTestApp(t, {
    clock: new ManualClock(Date.parse('2026-11-26T10:00:00-03:00')),
    env: { SMTP_URL: mail.url, MAIL_FROM: 'tv@clinica.test', PUBLIC_URL: 'https://tv.clinica.test' },
  });
  await app.admin.call('PATCH /api/admin/settings', { body: { webhook: { url: receiver.url, allowPrivate: true } } });
  const owner = await app.customer({ username: 'Boa Vida', quotas: { maxPlaylists: 5 } });
  const other = await app.customer({ quotas: { maxPlaylists: 5 } });
  const [screen, steady] = [await app.screen(owner), await app.screen(other)];
  const [content, steadyContent] = [owner, other].map(({ user }) => addContent(app, { userId: user.id }));
  const playlist = await newPlaylist(owner, 'Campanha', false);
  const steadyPlaylist = await newPlaylist(other, 'Sempre', false);
  await addItem(owner, content ?? 0, playlist.id);
  await addItem(other, steadyContent ?? 0, steadyPlaylist.id);
  const setEnd = (validUntil: string | null) =>
    owner.call('PATCH /api/videos/:id', { params: { id: content ?? 0 }, body: { validUntil } });
  await setEnd('2026-11-27');
  const emptyFrom = async () => (await owner.call('GET /api/my-players'))[0]?.emptyFrom;
  assert.equal(await emptyFrom(), null, 'the screen has no playlist yet');
  await sendPlaylist(owner, screen.playerId, playlist.id);
  await sendPlaylist(other, steady.playerId, steadyPlaylist.id);
  assert.equal(await emptyFrom(), '2026-11-28T03:00:00.000Z');
  assert.equal((await other.call('GET /api/my-players'))[0]?.emptyFrom, null);
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/players')).flatMap((each) => each.emptyFrom ?? []),
    ['2026-11-28T03:00:00.000Z'],
  );

  /** Runs the task, and returns the e-mails that it sent. */
  const run = async () => {
    app.clock.advance(15 * 60_000);
    await app.parts.tasks.run('empty-screens');
    return mail.emails.splice(0).filter((email) => /sem nada/.test(email));
  };
  assert.deepEqual(await run(), [], 'the first run sends nothing: somebody may be filling the playlist');
  mail.isDown = true;
  assert.deepEqual(await run(), []);
  mail.isDown = false;
  const sent = await run();
  assert.deepEqual(sent.map(toOf).sort(), [owner.user.email, app.admin.user.email].sort());
  const text = (email: string) => email.replaceAll('=\r\n', '').replaceAll('=C3=A1', 'á');
  assert.match(
    text(sent.find((email) => toOf(email) === app.admin.user.email) ?? ''),
    /- Tela 1 \(Boa Vida\): sem nada/,
  );
  for (const email of sent) assert.match(text(email), /sem nada a partir de 28\/11,? 00:00/);
  await until('the webhook is called', () => receiver.attempts.some(({ event }) => event.kind === 'empty-screens'));

  await app.restart();
  assert.deepEqual([await run(), await run()], [[], []], 'notified once, also after a restart');
  assert.equal(app.parts.tasks.find('empty-screens').lastRun?.result, '1 tela fica sem nada dentro de três dias.');
  app.clock.advance(3 * 86_400_000);
  assert.deepEqual(await run(), [], 'not notified again when the screen becomes empty');
  await setEnd(null);
  assert.equal(await emptyFrom(), null);
  assert.deepEqual(await run(), []);
  assert.equal(app.parts.tasks.find('empty-screens').lastRun?.result, 'Nenhuma tela vai ficar sem nada.');
  await setEnd('2026-11-29');
  await run();
  const again = await run();
  assert.equal(again.length, 2, 'notified again, because the screen had enough contents meanwhile');
  assert.match(text(again[0] ?? ''), /sem nada a partir de 30\/11/);
  assert.equal(receiver.attempts.filter(({ event }) => event.kind === 'empty-screens').length, 2);
});

test('the task lets the server handle requests between two screens', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const playlist = await newPlaylist(owner, 'Sempre', false);
  for (let each = 0; each < 3; each += 1) await sendPlaylist(owner, (await app.screen(owner)).playerId, playlist.id);
  const { screenProgrammes, tasks } = app.parts;
  const { emptyTime } = screenProgrammes;
  let hasYielded = true;
  let screensAfterYield = 0;
  screenProgrammes.emptyTime = (...screen) => {
    screensAfterYield += Number(hasYielded);
    hasYielded = false;
    setImmediate(() => (hasYielded = true));
    return emptyTime(...screen);
  };
  await tasks.run('empty-screens');
  assert.equal(screensAfterYield, 3);
});
