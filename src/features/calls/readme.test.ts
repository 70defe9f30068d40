import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Call, CallRoom, Ticket } from '../../contract/calls.ts';
import { findProgram } from '../../platform/process/processes.ts';
import { startClinic } from '../../testing/steps.ts';

test('the commands of the README work as described', { skip: !findProgram('curl') }, async (t) => {
  const { app, clinic } = await startClinic(t);
  const { bearer = '' } = await app.program(clinic, ['calls']);
  const room = await clinic.call('POST /api/call-rooms', { body: { name: 'Consultório 1' } });
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [, ...blocks] = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  assert.equal(blocks.length, 6);
  const env: Record<string, string> = {
    SERVER: app.url,
    TOKEN: bearer,
    ROOM: String(room.id),
    PATH: process.env.PATH ?? '',
  };
  const responses: string[] = [];
  for (const block of blocks) {
    for (const command of block.split(/(?<!\\)\n/).filter(Boolean)) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
      responses.push(stdout);
      if (responses.length === 2) env.CALL = String((JSON.parse(stdout) as Call).id);
      if (responses.length === 4) env.TICKET = String((JSON.parse(stdout) as Ticket).id);
    }
  }
  const [rooms, called, again, ticket, next, done, forwarded, day, table] = responses;
  const parsed = <T>(text = '') => JSON.parse(text) as T;
  assert.equal(parsed<CallRoom[]>(rooms)[0]?.id, room.id);
  assert.deepEqual([parsed<Call>(called).label, parsed<Call>(again).times], ['P042', 2]);
  assert.deepEqual([parsed<Ticket>(ticket).label, parsed<Call>(next).label], ['P001', 'P001']);
  assert.deepEqual([parsed<Ticket>(done).status, parsed<Ticket>(forwarded).toRoomId], ['done', room.id]);
  assert.equal(parsed<{ calls: Call[] }>(day).calls.length, 2);
  assert.match(table ?? '', /^\uFEFFHora;/);
});
