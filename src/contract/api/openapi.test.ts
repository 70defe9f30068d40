import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { api } from './index.ts';
import type { Endpoint } from '../endpoint.ts';
import { openApi } from './openapi.ts';

const document = openApi('1.2.3');
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test('every endpoint of `api` is in the document, in the section of its module', () => {
  assert.equal(operations.length, Object.keys(api).length);
  for (const [key, definition] of Object.entries(api)) {
    const [method = '', path = ''] = key.split(' ');
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(operation, key);
    assert.equal(operation['x-access'], definition.access);
    assert.notEqual(operation.tags[0], 'Other', `${key} has no section`);
    assert.ok(document.tags.some(({ name }) => name === operation.tags[0]));
  }
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
});

test('every `$ref` to a schema points to a schema of the document', () => {
  for (const [, name = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    assert.ok(document.components.schemas[name], name);
  }
  assert.doesNotMatch(JSON.stringify(document), /\$defs/);
});

test('parameters, bodies and responses come from the schemas', () => {
  const update = document.paths['/api/breaking-news/{id}']?.patch;
  assert.deepEqual(update?.parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
  ]);
  assert.deepEqual(Object.keys(update?.requestBody?.content['application/json']?.schema.properties ?? {}), [
    'title',
    'message',
    'isActive',
  ]);
  assert.deepEqual(update?.responses[200]?.content?.['application/json']?.schema, {
    $ref: '#/components/schemas/BreakingNews',
  });
  assert.deepEqual(update?.security, [{ session: [] }, { token: [] }]);
  assert.equal(update?.['x-needs'], 'messages');
  assert.deepEqual(document.paths['/api/tokens']?.post?.security, [{ session: [] }], 'a token cannot create tokens');
  const bytes = document.paths['/media/{file}']?.get;
  assert.deepEqual(
    bytes?.parameters.map(({ name, in: place, required }) => [name, place, required]),
    [
      ['file', 'path', true],
      ['e', 'query', true],
      ['s', 'query', true],
      ['Range', 'header', false],
      ['If-Range', 'header', false],
      ['If-None-Match', 'header', false],
    ],
  );
  const info = document.paths['/api/player/info']?.get;
  assert.deepEqual(
    info?.parameters.map(({ name, required }) => [name, required]),
    [['playerId', false]],
  );
  assert.ok(document.paths['/api/uploads/{key}']?.put?.requestBody?.content['application/octet-stream']);
  assert.ok(document.paths['/api/upload']?.post?.requestBody?.content['multipart/form-data']);
  assert.equal(document.paths['/api/logout']?.post?.responses[204]?.content, undefined);
});

test('responses that only some calls have are documented: account_blocked for screens, 200 for HEAD, quota_exceeded for a new content', () => {
  const codes = (path: string, method: string) =>
    Object.values(document.paths[path]?.[method]?.responses ?? {}).flatMap((response) => response['x-codes'] ?? []);
  for (const path of ['/api/player/validate-token', '/api/player/renew-token', '/api/player/heartbeat'])
    assert.ok(codes(path, 'post').includes('account_blocked'), path);
  assert.deepEqual(
    Object.keys(document.paths['/api/uploads/{key}']?.head?.responses ?? {}).filter((status) => status < '300'),
    ['200'],
  );
  assert.ok(
    codes('/api/videos', 'post').includes('quota_exceeded'),
    "an upload reserved for the platform is counted when it becomes the caller's own content",
  );
});

test('an endpoint has the errors that it lists and the errors that its access, parameters and body imply', () => {
  const table: Record<string, Endpoint> = {
    'PATCH /api/radio-settings/:id': {
      summary: 's',
      access: 'manager',
      feature: 'radio',
      body: z.object({ a: z.string() }),
      errors: ['conflict'],
    },
    'GET /api/radio-stations': { summary: 's', access: 'anyone' },
  };
  const { paths } = openApi('1', table);
  const codes = (path: string, method: string) =>
    Object.fromEntries(
      Object.entries(paths[path]?.[method]?.responses ?? {}).flatMap(([status, response]) =>
        response['x-codes'] ? [[status, response['x-codes']]] : [],
      ),
    );
  assert.deepEqual(codes('/api/radio-settings/{id}', 'patch'), {
    400: ['invalid_input', 'bad_request'],
    401: ['unauthenticated'],
    403: ['account_blocked', 'account_pending', 'forbidden', 'feature_disabled'],
    404: ['not_found'],
    409: ['conflict'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
  });
  assert.deepEqual(codes('/api/radio-stations', 'get'), {});
});

test('the document is valid for OpenAPI validators and client generators', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  assert.equal(
    new Set(shapes).size,
    shapes.length,
    'two paths differ only in the names of their parameters: OpenAPI takes them for the same path',
  );
  assert.deepEqual(
    document.servers.map(({ url }) => url),
    ['/'],
  );
  assert.equal(document.info.license.identifier, 'MIT');
  for (const tag of document.tags) assert.ok(tag.description, tag.name);
  for (const [path, methods] of Object.entries(document.paths))
    for (const { operationId, parameters, responses, security } of Object.values(methods)) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(
        inPath,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        operationId,
      );
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      assert.equal(new Set(names).size, names.length, operationId);
      assert.ok(
        Object.keys(responses).some((status) => status.startsWith('4')),
        operationId,
      );
      for (const { $ref, description } of Object.values(responses)) {
        assert.ok(description, operationId);
        if ($ref) assert.ok(document.components.responses[$ref.replace('#/components/responses/', '')], $ref);
      }
      for (const scheme of security.flatMap((way) => Object.keys(way)))
        assert.ok(document.components.securitySchemes[scheme], scheme);
    }
});

test('the headers of uploads and downloads are documented', () => {
  const upload = document.paths['/api/uploads/{key}'];
  assert.deepEqual(Object.keys(upload?.head?.responses[200]?.headers ?? {}), ['Upload-Offset', 'Upload-Length']);
  assert.ok(
    upload?.put?.parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Content-Range'),
  );
  assert.deepEqual(Object.keys(upload?.put?.responses[200]?.headers ?? {}), ['Upload-Offset']);
  const media = document.paths['/media/{file}']?.get;
  assert.ok(media?.parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Range'));
  assert.ok(media?.responses[206]?.headers?.ETag);
  assert.ok(document.paths['/api/login']?.post?.responses[429]?.headers?.['Retry-After']);
  assert.deepEqual(document.paths['/metrics']?.get?.security, [{}, { metrics: [] }]);
});
