/** Tests the size of the built player, and that Chromium 63 can parse it (web/player/README 1.1). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { studioPages } from '../navigation/paths.ts';
import { landing, playerPaths } from '../navigation/player-paths.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['web/player.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome63',
    outdir: 'unused',
    loader: { '.woff2': 'empty' },
    define: { __VERSION__: '"0"' },
    write: false,
    legalComments: 'none',
  });
  const text = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

test('script and style together are at most 100 KB gzipped', async () => {
  const { script, style } = await bundle();
  const bytes = gzipSync(script, { level: 9 }).length + gzipSync(style, { level: 9 }).length;
  assert.ok(bytes <= 100 * 1024, `${bytes} bytes`);
});

test('the script calls no function newer than Chromium 63 without testing for it first', async () => {
  const { script } = await bundle();
  // `...at(x)` is no such call: it spreads the result of a function that the minifier named `at`.
  const tooNew =
    /(?<!\.)\.(flat|flatMap|fromEntries|allSettled|replaceAll|matchAll|trimStart|trimEnd|replaceChildren|toggleAttribute|at|findLast|arrayBuffer)\(|\b(globalThis|queueMicrotask|structuredClone|randomUUID|AbortSignal|ResizeObserver)\b/;
  assert.equal(tooNew.exec(script)?.[0], undefined);
  assert.match(script, /typeof AbortController/);
  assert.doesNotMatch(script, /location\.reload/);
});

test('the script contains the paths of all pages of the player, and no path of the studio', async () => {
  const { script } = await bundle();
  for (const path of Object.values(playerPaths)) assert.match(script, new RegExp(`"${path}"`));
  const studioPaths = studioPages.filter((path) => path !== landing && script.includes(`"${path}"`));
  assert.deepEqual(studioPaths, []);
  assert.doesNotMatch(script, /gestor/);
});

test('the style uses no feature newer than Chromium 63', async () => {
  const { style } = await bundle();
  const tooNew =
    /(^|[;{])(gap|row-gap|column-gap|aspect-ratio|inset|overflow:clip)\b|:is\(|:where\(|:focus-visible|[ :](min|max|clamp)\(|backdrop-filter/;
  assert.equal(tooNew.exec(style)?.[0], undefined);
});

test('the page has no inline script or style, as its Content-Security-Policy demands', () => {
  const shell = readFileSync(`${root}web/play.html`, 'utf8');
  assert.doesNotMatch(shell, /<script|<style|\s(style|on\w+)=/);
  assert.match(shell, /<!-- styles -->[^]*<!-- scripts -->/);
});
