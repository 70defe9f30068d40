import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../api/client.ts';
import { doAll, runAll } from './do-all.ts';
import {
  availableDraft,
  removeSavedDraft,
  restoreDraft,
  saveMessageDraft,
} from '../../pages/messages/message-draft.ts';
import { clearUserData, saveDraft, setCurrentUser } from './kept.ts';
import { type FormErrors, isChanged, hasFieldError } from './use-form.ts';

test('runs every call, a few at a time, even when some fail', async () => {
  let running = 0;
  let most = 0;
  const call = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (index % 3 === 0) throw new Error(String(index));
  };
  const result = await runAll(
    Array.from({ length: 10 }, (_, index) => call(index)),
    3,
  );
  assert.equal(most, 3);
  assert.equal(result.done, 6);
  assert.deepEqual(
    result.errors.map((error) => (error as Error).message),
    ['0', '3', '6', '9'],
  );
});

test('tells how many were done and why the first failed, after all are done', async () => {
  const done: number[] = [];
  const calls = [1, 2, 3].map((index) => async () => {
    if (index === 1) throw new CallError(500, '{"message":"Erro interno do servidor"}');
    done.push(index);
  });
  await assert.rejects(doAll(calls), { status: 500, message: '2 de 3 deram certo. Erro interno do servidor' });
  await assert.rejects(doAll(calls.slice(0, 1)), { message: 'Erro interno do servidor' });
  await assert.rejects(doAll([...calls.slice(0, 1), ...calls.slice(0, 1)]), {
    message: 'Nada foi feito. Erro interno do servidor',
  });
  assert.deepEqual(done, [2, 3]);
  await doAll([]);
});

const form = { title: '', message: 'Bom dia', isActive: true, playlistIds: [] };

test('the window warns only of the drafts of who is at it', () => {
  const target = new EventTarget();
  Object.assign(globalThis, {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  });
  const isArmed = () => !target.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  setCurrentUser(1);
  saveDraft(1, 'message', form);
  assert.equal(isArmed(), true);
  setCurrentUser(undefined);
  assert.equal(isArmed(), false, 'a guest');
  setCurrentUser(12);
  assert.equal(isArmed(), false, 'another person');
  setCurrentUser(1);
  assert.equal(isArmed(), true, 'back again');
  clearUserData(1);
  assert.equal(isArmed(), false);
});

test('a message on its way to the server is not offered again, unless it fails', () => {
  const dialog = {};
  saveMessageDraft(3, { messageId: undefined, form, savedBy: dialog });
  assert.equal(availableDraft(3), undefined);
  saveMessageDraft(3, undefined);
  restoreDraft(3, dialog, 7);
  assert.deepEqual(availableDraft(3), { messageId: 7, form });
  saveMessageDraft(3, { messageId: 7, form, savedBy: dialog });
  removeSavedDraft(3, dialog);
  assert.equal(availableDraft(3), undefined);
});

test('a late answer leaves newer text alone, and a failure brings nothing back after signing out', () => {
  const dialog = {};
  saveMessageDraft(3, { messageId: undefined, form, savedBy: dialog });
  saveMessageDraft(3, { messageId: undefined, form: { ...form, message: 'Boa tarde' } });
  removeSavedDraft(3, dialog);
  assert.equal(availableDraft(3)?.form.message, 'Boa tarde');
  saveMessageDraft(3, { messageId: undefined, form, savedBy: dialog });
  clearUserData(3);
  restoreDraft(3, dialog, undefined);
  assert.equal(availableDraft(3), undefined);
});

test('a refusal counts as shown only when the form draws its field', () => {
  const values = { name: 'Saúde' };
  assert.equal(hasFieldError(values, { name: 'Já existe' }), true);
  assert.equal(hasFieldError(values, { name: undefined }), false);
  assert.equal(hasFieldError(values, { _form: 'Dados inválidos' } as FormErrors<typeof values>), false);
});

test('a form is changed while one of its values is another than at first', () => {
  const before = { name: 'Saúde', isRandom: true };
  assert.equal(isChanged(before, { name: 'Saúde', isRandom: true }), false);
  assert.equal(isChanged(before, { name: 'Saúde ', isRandom: true }), true);
});
