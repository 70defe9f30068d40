/** Tests what each role of a team sees: no page offers what the server would refuse (contract/README 2.14). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MemberRole, roleNames } from '../src/contract/accounts/capabilities.ts';
import { fixture } from '../src/testing/media.ts';
import { openStudio, skip } from './testing/browser.ts';
import { asMember } from './testing/studio-test.ts';

const pages = [
  '/dashboard',
  ...['conteudos', 'playlists', 'plataforma', 'telas', 'upload'].map((tab) => `/manage?aba=${tab}`),
  ...['/breaking-news', '/radio', '/players', '/test-new-system', '/account', '/account/audit', '/equipe', '/parear'],
  ...['', '?aba=relatorio', '?aba=ajustes'].map((query) => `/chamada${query}`),
];

/** Names of controls, and the roles that may use them. Owners may use all. */
const controls: readonly [name: RegExp, roles: readonly MemberRole[]][] = [
  [/^(Nova playlist|Editar Lista|Excluir Lista|Adicionar Foto à playlist|Remover de Lista)$/, ['editor']],
  [/^(Atribuir Vídeo à Playlist|Selecionar Foto|Escolher arquivos|Upload)$/, ['editor']],
  [/^(Parear TV|Enviar playlist|Parar reprodução|Desconectar Tela 1|Renomear Tela 1)$/, ['editor']],
  [/^(Código da TV|Continuar|Ver como conectar: Tela 1)$/, ['editor']],
  [/^(Nova mensagem|Editar: Aviso|Excluir: Aviso)$/, ['editor', 'reception']],
  [/^(Senha|Novo local|Editar Guichê 1|Excluir Guichê 1)$/, ['reception']],
  [/^(Baixar CSV|Convidar|Novo token|Salvar fuso horário)$/, []],
];

test('no role sees a control, or makes a request, that the server refuses', { skip, timeout: 600_000 }, async (t) => {
  const { app, enterByForm } = await openStudio(t);
  const owner = await app.customer({ username: 'Boa Vida' });
  const { id: videoId } = await owner.upload(await fixture('photo.jpg'), { name: 'Foto' });
  const { id: playlistId } = await owner.call('POST /api/playlists', { body: { name: 'Lista' } });
  const assignment = { params: { videoId }, body: { playlistId, frequency: 1 } };
  await owner.call('POST /api/videos/:videoId/assignments', assignment);
  await owner.call('POST /api/breaking-news', { body: { title: 'Aviso', message: 'Bom dia' } });
  await app.screen(owner);
  await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const { code } = await app.guest().call('POST /api/player/pairing', { body: {} });
  const offered = new Set<string>();

  for (const role of ['editor', 'reception', 'reader'] as const) {
    const page = await enterByForm(asMember(await app.member(owner, role)));
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    for (const path of [...pages, `/parear?c=${code}`]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      if (path === '/test-new-system') await page.getByLabel('Vídeo', { exact: true }).selectOption(String(videoId));
      if (path === '/test-new-system') await page.getByText('Atribuições do vídeo').first().waitFor();
      const names = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button, main a, main input')]
          .filter((control) => !control.matches(':disabled') && control.getClientRects().length > 0)
          .map((control) => {
            const label = control instanceof HTMLInputElement ? control.labels?.[0]?.innerText : control.innerText;
            return (control.getAttribute('aria-label') ?? label ?? '').trim();
          }),
      );
      for (const name of names)
        for (const [pattern, roles] of controls) {
          if (!pattern.test(name)) continue;
          assert.ok((roles as readonly string[]).includes(role), `${roleNames[role]} is offered ${name} on ${path}`);
          offered.add(`${role} ${name}`);
        }
    }
    assert.deepEqual(refused, [], `${roleNames[role]} requested what the server refuses`);
  }
  for (const name of ['editor Parear TV', 'editor Nova playlist', 'reception Nova mensagem', 'reception Novo local'])
    assert.ok(offered.has(name), `never offered: ${name} (${[...offered].join(', ')})`);
});
