/** Runs every regular expression of the repository on long, hostile input: none may take more than linear time. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { processorMs } from '../testing/until.ts';

const root = join(fileURLToPath(new URL('../../', import.meta.url)));

interface Expression {
  path: string;
  literal: string;
}

/** Returns every regular expression literal of a file; esbuild removes types, JSX, comments and templates first. */
function expressionsIn(path: string, text: string): Expression[] {
  const { code } = transformSync(text, {
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'transform',
    legalComments: 'none',
    supported: { 'template-literal': false },
    tsconfigRaw: {},
  });
  const found: Expression[] = [];
  const token =
    /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[\w$]+|\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|\s+|[^]/gy;
  let previous = '';
  for (let match = token.exec(code); match; match = token.exec(code)) {
    const [part] = match;
    if (/^\s|^\/[/*]/.test(part)) continue;
    const isDivision =
      /^[\w$"')\]]/.test(previous) && !/^(?:return|typeof|case|in|of|void|throw|else|do)$/.test(previous);
    if (part.length > 1 && part.startsWith('/') && isDivision) {
      token.lastIndex = match.index + 1;
      previous = '/';
      continue;
    }
    if (part.length > 1 && part.startsWith('/')) found.push({ path, literal: part });
    previous = part.startsWith('"') || part.startsWith("'") ? '"' : part;
  }
  return found;
}

const sourceFiles = ['src', 'web', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\.test\.tsx?$|\/testing\//.test(path));

/** Returns short strings to repeat as input: the pattern's own characters, samples of other kinds of characters, and pairs. */
function pumps(literal: string): string[] {
  const ownCharacters = [...new Set(literal.slice(1, literal.lastIndexOf('/')).replace(/\\[a-zA-Z]/g, ''))].filter(
    (character) => !'[](){}|^$?*+'.includes(character),
  );
  const samples = ['a', '0', ' ', '\n', '/', '-', '.', '"', 'é', '_', ',', ':', '<', '&'];
  const single = [...new Set([...ownCharacters, ...samples])];
  return [...single, ...ownCharacters.slice(0, 12).flatMap((first) => [`${first}a`, `${first}0`, `a${first}`])];
}

function newExpression(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/**
 * Returns the processor time in ms, the fastest of up to five runs, that the expression takes for `prefix`, then about `size`
 * characters of the repeated pump, then an end that the expression does not match.
 */
function timeOf(expression: RegExp, pump: string, size: number, prefix: string): number {
  const input = `${prefix}${pump.repeat(Math.ceil(size / pump.length))}\u0000!`;
  let fastest = Infinity;
  for (let i = 0; i < 5; i += 1) {
    expression.lastIndex = 0;
    const begun = processorMs();
    if (expression.global) input.replace(expression, '');
    else expression.exec(input);
    fastest = Math.min(fastest, processorMs() - begun);
    if (fastest < (size > trial.size ? suspiciousMs : trial.ms) || fastest > 3 * suspiciousMs) break;
  }
  return fastest;
}

/** An expression that takes longer is reported: at `longestSize` a quadratic one takes more than 200 ms, a linear one 1 ms. */
const suspiciousMs = 60;
/** First input lengths, in small steps: an exponential expression would not return from an input of twice the length. */
const sizes = [24, 28, 32, 40, 48, 500];
/** Only expressions that take longer than `ms` at `size` are tried at `longestSize`: quadratic ones take at least 2 ms. */
const trial = { size: 2_000, ms: 0.4 };
const longestSize = 20_000;

/** Returns an input for which the expression takes longer than a linear one on a busy machine; undefined: none was found. */
function slowPump(literal: string): string | undefined {
  const expression = newExpression(literal);
  for (const pump of pumps(literal))
    for (const prefix of ['', literal.replace(/^\/\^?|\\[a-z]|[^\w<"'=:/-]/gi, '').slice(0, 12)])
      for (const size of [...sizes, trial.size, longestSize]) {
        const ms = timeOf(expression, pump, size, prefix);
        if (ms > suspiciousMs) return JSON.stringify(`${prefix}${pump} x ${size}`);
        if (size === trial.size && ms < trial.ms) break;
      }
  return undefined;
}

/** Paths of files whose expressions are applied only to text of the program itself, never to input. */
const overOwnText = /^(?:scripts\/(?!.*\.sh)|src\/features\/docs\/|src\/cli\/)/;

test('no expression that is applied to input takes more than linear time', () => {
  const expressions = sourceFiles
    .filter((path) => !overOwnText.test(path))
    .flatMap((path) => expressionsIn(path, readFileSync(join(root, path), 'utf8')));
  assert.ok(expressions.length > 80, `${expressions.length} found`);
  const seen = new Map<string, string | undefined>();
  const slow = expressions.flatMap(({ path, literal }) => {
    if (!seen.has(literal)) seen.set(literal, slowPump(literal));
    const pump = seen.get(literal);
    return pump === undefined ? [] : [`${path} ${literal} with ${pump}`];
  });
  assert.deepEqual(slow, []);
});

test('the check detects a quadratic and an exponential expression', () => {
  assert.ok(slowPump(String.raw`/(?<=.)\/+$/`));
  assert.ok(slowPump(String.raw`/\s+$/`));
  assert.ok(slowPump(String.raw`/^(?:a+)+$/`));
  assert.equal(slowPump(String.raw`/^[a-z0-9._-]+(?::\d{1,5})?$/i`), undefined);
});
