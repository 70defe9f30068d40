import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceText, storedUserAgent } from './user-agent.ts';

const like = (system: string, rest: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

test('a browser is described by its usual name and its operating system', () => {
  const cases: [string, string][] = [
    [like('Windows NT 10.0; Win64; x64', 'Chrome/142.0.0.0 Safari/537.36'), 'Chrome no Windows'],
    [like('Windows NT 10.0; Win64; x64', 'Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'), 'Edge no Windows'],
    [like('Windows NT 10.0', 'Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0'), 'Opera no Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox no Linux'],
    [like('X11; Linux x86_64', 'HeadlessChrome/142.0.0.0 Safari/537.36'), 'Chrome no Linux'],
    [like('X11; CrOS x86_64 14541.0.0', 'Chrome/142.0.0.0 Safari/537.36'), 'Chrome no Chromebook'],
    [like('Linux; Android 14; SM-A155M', 'Chrome/142.0.0.0 Mobile Safari/537.36'), 'Chrome no Android'],
    [
      like('Linux; Android 14; SM-A155M', 'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'),
      'Samsung Internet no Android',
    ],
    [like('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'Version/18.1 Mobile/15E148 Safari/604.1'), 'Safari no iPhone'],
    [like('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'CriOS/142.0 Mobile/15E148 Safari/604.1'), 'Chrome no iPhone'],
    [like('iPad; CPU OS 18_1 like Mac OS X', 'Version/18.1 Mobile/15E148 Safari/604.1'), 'Safari no iPad'],
    [like('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.1 Safari/605.1.15'), 'Safari no Mac'],
    [like('Windows NT 10.0', 'Strange/1.0'), 'Navegador no Windows'],
    ['Chrome/142.0', 'Chrome'],
    ['curl/8.5.0', 'Outro programa'],
  ];
  for (const [userAgent, words] of cases) assert.equal(deviceText(userAgent), words, userAgent);
  assert.equal(deviceText(null), null);
});

test('a stored User-Agent has at most 256 printable ASCII characters', () => {
  assert.equal(storedUserAgent(' curl/8.5.0\u0000\u001b[31m é '), 'curl/8.5.0[31m');
  assert.equal(storedUserAgent('x'.repeat(10_000))?.length, 256);
  for (const nothing of [undefined, '', '  ', '\u0000']) assert.equal(storedUserAgent(nothing), null);
});
