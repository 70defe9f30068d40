/**
 * Lighthouse (desktop) on sign-in, home and Gestão of the last build; ends with status 1 when a score is below 95.
 * Nothing is installed: npx fetches Lighthouse. On a busy machine the performance score says more about the machine.
 * Usage: npm run build && node --import tsx scripts/bench/lighthouse.ts
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtWebDir } from '../../src/platform/process/assets.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startTestApp } from '../../src/testing/app.ts';
import { chromiumArgs, chromiumPath } from '../../web/testing/chromium.ts';

const wanted = 95;
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const flags = ['--headless', ...chromiumArgs].join(' ');

interface Report {
  categories: Record<(typeof categories)[number], { score: number | null }>;
}

const cleanups: (() => unknown)[] = [];
const app = await startTestApp(
  { after: (cleanup) => cleanups.push(cleanup) },
  { clock: systemClock, webDir: process.env.TEST_WEB_DIR ?? builtWebDir },
);
const directory = await mkdtemp(join(tmpdir(), 'antessala-lighthouse-'));
cleanups.push(() => rm(directory, { recursive: true, force: true }));
const headers = join(directory, 'headers.json');
await writeFile(headers, JSON.stringify({ Cookie: (await app.customer()).cookieHeader }));

/** Scores of 100 by category. */
async function measure(path: string, isSignedIn: boolean): Promise<number[]> {
  const output = join(directory, 'report.json');
  const session = isSignedIn ? [`--extra-headers=${headers}`] : [];
  const options = [
    '--preset=desktop',
    '--quiet',
    `--only-categories=${categories.join()}`,
    `--chrome-flags=${flags}`,
    '--output=json',
    `--output-path=${output}`,
  ];
  await promisify(execFile)('npx', ['--yes', 'lighthouse@12', app.url + path, ...options, ...session], {
    env: { ...process.env, CHROME_PATH: chromiumPath },
  });
  const report = JSON.parse(await readFile(output, 'utf8')) as Report;
  return categories.map((category) => Math.round((report.categories[category].score ?? 0) * 100));
}

try {
  for (const [name, path, isSignedIn] of [
    ['Sign-in', '/', false],
    ['Home', '/dashboard', true],
    ['Gestão', '/manage', true],
  ] as const) {
    const scores = await measure(path, isSignedIn);
    console.log(`${name}: ${scores.map((score, index) => `${categories[index]} ${score}`).join(', ')}`);
    if (scores.some((score) => score < wanted)) process.exitCode = 1;
  }
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
