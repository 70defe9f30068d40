import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../api/client.ts';
import { doAll, runAllSettled } from './do-all.ts';
import { draftToReopen, removeSavedDraft, restoreDraft, saveMessageDraft } from '../../pages/messages/message-draft.ts';
import { clearUserData, saveDraft, setCurrentUser } from './drafts.ts';
import { type FormErrors, isChanged, hasFieldError } from './use-form.ts';

test('runAllSettled runs every call, a few at a time, even when some fail', async () => {
  let running = 0;
  let maxRunning = 0;
  const call = (index: number) => async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (index % 3 === 0) throw new Error(String(index));
  };
  const result = await runAllSettled(
    Array.from({ length: 10 }, (_, index) => call(index)),
    3,
  );
  assert.equal(maxRunning, 3);
  assert.equal(result.done, 6);
  assert.deepEqual(
    result.errors.map((error) => (error as Error).message),
    ['0', '3', '6', '9'],
  );
});

test('doAll reports the number of successes and the first reason, after all calls have ended', async () => {
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

test('the window warns only about drafts of the signed-in user', () => {
  const target = new EventTarget();
  Object.assign(globalThis, {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  });
  const warns = () => !target.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  setCurrentUser(1);
  saveDraft(1, 'message', form);
  assert.equal(warns(), true);
  setCurrentUser(undefined);
  assert.equal(warns(), false, 'nobody is signed in');
  setCurrentUser(12);
  assert.equal(warns(), false, 'another user is signed in');
  setCurrentUser(1);
  assert.equal(warns(), true, 'the user is signed in again');
  clearUserData(1);
  assert.equal(warns(), false);
});

test('a message that is being saved is not offered as a draft, unless saving fails', () => {
  const dialog = {};
  saveMessageDraft(3, { messageId: undefined, form, savedBy: dialog });
  assert.equal(draftToReopen(3), undefined);
  saveMessageDraft(3, undefined);
  restoreDraft(3, dialog, 7);
  assert.deepEqual(draftToReopen(3), { messageId: 7, form });
  saveMessageDraft(3, { messageId: 7, form, savedBy: dialog });
  removeSavedDraft(3, dialog);
  assert.equal(draftToReopen(3), undefined);
});

test('a late response to a save does not delete a newer draft, and a failed save restores no draft after sign-out', () => {
  const dialog = {};
  saveMessageDraft(3, { messageId: undefined, form, savedBy: dialog });
  saveMessageDraft(3, { messageId: undefined, form: { ...form, message: 'Boa tarde' } });
  removeSavedDraft(3, dialog);
  assert.equal(draftToReopen(3)?.form.message, 'Boa tarde');
  saveMessageDraft(3, { messageId: undefined, form, savedBy: dialog });
  clearUserData(3);
  restoreDraft(3, dialog, undefined);
  assert.equal(draftToReopen(3), undefined);
});

test('hasFieldError is true only for errors of fields that the form has', () => {
  const values = { name: 'Saúde' };
  assert.equal(hasFieldError(values, { name: 'Já existe' }), true);
  assert.equal(hasFieldError(values, { name: undefined }), false);
  assert.equal(hasFieldError(values, { _form: 'Dados inválidos' } as FormErrors<typeof values>), false);
});

test('a form is changed while a value differs from its initial value', () => {
  const initial = { name: 'Saúde', isRandom: true };
  assert.equal(isChanged(initial, { name: 'Saúde', isRandom: true }), false);
  assert.equal(isChanged(initial, { name: 'Saúde ', isRandom: true }), true);
});
