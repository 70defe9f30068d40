/** Tests the lists of packages that the package script writes, without building a package. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listTree } from '../../src/platform/storage/files.ts';
import { billOfMaterials, browserPackages, licenceTexts, shippedPackages } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const shipped = shippedPackages(root);

test('browserPackages contains every package that the pages import', () => {
  const sources = listTree(join(root, 'web')).filter(
    (path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|testing\//.test(path),
  );
  const imported = new Set(
    sources.flatMap((path) =>
      [
        ...readFileSync(join(root, 'web', path), 'utf8').matchAll(
          /^(?:import|export)\b(?! type)(?:[^;'"]*? from)?\s*'([^'.\s][^'\s]*)';$/gm,
        ),
      ].map(([, name = '']) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  );
  // The build replaces these two packages with Preact.
  for (const replaced of ['react', 'react-dom']) assert.ok(imported.delete(replaced), replaced);
  for (const name of imported) assert.ok(browserPackages.includes(name), name);
  assert.ok(imported.has('preact') && imported.has('qrcode-generator'));
});

test('the bill of materials contains shipped packages, each with a hash, and no development packages', () => {
  const sbom = JSON.parse(billOfMaterials(root, shipped)) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; purl: string; hashes?: { alg: string }[] }[];
  };
  assert.equal(sbom.bomFormat, 'CycloneDX');
  assert.equal(sbom.metadata.component.name, 'antessala');
  const names = sbom.components.map(({ name }) => name);
  for (const name of ['better-sqlite3', 'sharp', 'zod', 'preact', 'lucide-react'])
    assert.ok(names.includes(name), name);
  for (const name of ['typescript', 'esbuild', 'playwright-core', 'oxlint', 'react', '@napi-rs/canvas'])
    assert.ok(!names.includes(name), name);
  assert.ok(
    names.some((name) => /^u[wW]eb[sS]ockets/.test(name)),
    'the HTTP server',
  );
  for (const { name, version, hashes } of sbom.components) {
    assert.match(version, /^\d/, name);
    assert.equal(hashes?.[0]?.alg, 'SHA-512', name);
  }
});

test('the licence text contains the full licence of every shipped package', () => {
  const text = licenceTexts(root, shipped);
  for (const name of shipped) assert.ok(text.includes(`\n${name} `), name);
  assert.match(text, /Apache License\s+Version 2\.0/);
  assert.match(text, /SIL OPEN FONT LICENSE/i, 'the fonts for PDFs');
  assert.match(text, /Permission is hereby granted, free of charge/);
});
