/** Draws every template in both formats in a real browser, and reads the pixels. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { Poster } from '../../../../../src/contract/posters.ts';
import { launchChromium } from '../../../../testing/chromium.ts';
import type * as InspectPoster from './testing/inspect-poster.ts';
import { templates } from './templates.ts';

type Drawing = typeof InspectPoster;
declare const drawing: Drawing;

const formats = ['landscape', 'portrait'] as const;
/** Folder in which the test stores the pictures, if set. */
const folder = process.env.POSTER_PICTURES;

/** A hundred long words. */
const longWords = Array.from({ length: 100 }, (_, index) =>
  ['responsabilidade', 'acompanhamento', 'otorrinolaringologista', 'disponibilização', 'constitucionalmente'].at(
    index % 5,
  ),
).join(' ');

async function openDrawing(): Promise<{ page: Page; close: () => Promise<void> }> {
  const bundle = await build({
    entryPoints: ['web/pages/manage/posters/drawing/testing/inspect-poster.ts'],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'drawing', logLevel: 'error' },
  });
  const font = await readFile('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.setContent(
    `<style>@font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}) }</style>`,
  );
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
  return { page, close: () => browser.close() };
}

/** Draws a poster in the page, and returns what its pixels show. */
async function inspect(page: Page, poster: Partial<Poster>, options: Parameters<Drawing['inspectPoster']>[1]) {
  return page.evaluate(([fields, settings]) => drawing.inspectPoster(fields, settings), [poster, options] as const);
}

test('posters keep their texts inside the safe area, readable and complete', async (t) => {
  const { page, close } = await openDrawing();
  t.after(close);

  for (const format of formats) {
    for (const { id, sample, blocks, photo } of templates) {
      const samplePoster = { template: id, format, texts: sample } as Partial<Poster>;
      await t.test(`${id}, ${format}: the sample fits and is readable`, async () => {
        const result = await inspect(page, samplePoster, {
          photo: photo === 'none' ? undefined : 'scene',
          logo: 'dark',
        });
        if (folder) await writeFile(`${folder}/${id}-${format}.png`, Buffer.from(result.png, 'base64'));
        assert.deepEqual(result.excess, []);
        assert.ok(result.outside <= 1, `${result.outside} px outside the safe area`);
        assert.ok(result.contrast >= 4.5, `contrast ${result.contrast}`);
      });

      for (const { key } of blocks) {
        await t.test(`${id}, ${format}: a hundred long words in ${key} stay inside the safe area`, async () => {
          const texts = { ...sample, [key]: longWords } as Poster['texts'];
          const result = await inspect(page, { ...samplePoster, texts }, { logo: 'light' });
          if (folder && key === 'text')
            await writeFile(`${folder}/${id}-${format}-long.png`, Buffer.from(result.png, 'base64'));
          assert.ok(result.outside <= 1, `${result.outside} px outside the safe area`);
          assert.ok(result.contrast >= 4.5, `contrast ${result.contrast}`);
          assert.equal(
            result.lostWordCount,
            result.excess.reduce((sum, { words }) => sum + words, 0),
            'the excess is the number of words that are not shown',
          );
        });
      }
    }
  }

  for (const photo of ['black', 'white', 'noise'] as const) {
    for (const format of formats) {
      for (const { id, sample } of templates.filter((template) => template.photo !== 'none')) {
        await t.test(`${id}, ${format}: texts are readable over a ${photo} photo`, async () => {
          for (const text of [sample.text ?? '', longWords]) {
            const result = await inspect(
              page,
              { template: id, format, texts: { ...sample, text } as Poster['texts'] },
              { photo },
            );
            if (folder) await writeFile(`${folder}/${id}-${format}-${photo}.png`, Buffer.from(result.png, 'base64'));
            assert.ok(result.outside <= 1, `${result.outside} px outside the safe area`);
            assert.ok(result.contrast >= 4.5, `contrast ${result.contrast}`);
          }
        });
      }
    }
  }

  await t.test('texts are readable on a poster of any colour', async () => {
    for (const colour of [
      '#000000',
      '#ffffff',
      '#ffff00',
      '#808080',
      '#ff0000',
      '#00ff00',
      '#0000ff',
      '#c98a12',
      '#e0c068',
    ]) {
      for (const { id, sample } of templates) {
        const result = await inspect(
          page,
          { template: id, format: 'landscape', colour, texts: sample as Poster['texts'] },
          {},
        );
        assert.ok(result.contrast >= 4.5, `${id} on ${colour}: ${result.contrast}`);
      }
    }
  });
});
