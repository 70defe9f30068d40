import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepMessage, settleMessage, waitingDraft } from '../../pages/messages/message-draft.ts';
import { forgetPerson, keepDraft, setSignedInPerson } from './kept.ts';

const form = { title: '', message: 'Bom dia', isActive: true, playlistIds: [] };

test('the window warns only of the drafts of who is at it', () => {
  const target = new EventTarget();
  Object.assign(globalThis, {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  });
  const isArmed = () => !target.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  setSignedInPerson(1);
  keepDraft(1, 'message', form);
  assert.equal(isArmed(), true);
  setSignedInPerson(undefined);
  assert.equal(isArmed(), false, 'a guest');
  setSignedInPerson(12);
  assert.equal(isArmed(), false, 'another person');
  setSignedInPerson(1);
  assert.equal(isArmed(), true, 'back again');
  forgetPerson(1);
  assert.equal(isArmed(), false);
});

test('a message on its way to the server is not offered again, unless it fails', () => {
  const dialog = {};
  keepMessage(3, { messageId: undefined, form, sentBy: dialog });
  assert.equal(waitingDraft(3), undefined);
  keepMessage(3, undefined);
  settleMessage(3, dialog, { messageId: 7 });
  assert.deepEqual(waitingDraft(3), { messageId: 7, form });
  keepMessage(3, { messageId: 7, form, sentBy: dialog });
  settleMessage(3, dialog, 'saved');
  assert.equal(waitingDraft(3), undefined);
});

test('a late answer leaves newer text alone, and a failure brings nothing back after signing out', () => {
  const dialog = {};
  keepMessage(3, { messageId: undefined, form, sentBy: dialog });
  keepMessage(3, { messageId: undefined, form: { ...form, message: 'Boa tarde' } });
  settleMessage(3, dialog, 'saved');
  assert.equal(waitingDraft(3)?.form.message, 'Boa tarde');
  keepMessage(3, { messageId: undefined, form, sentBy: dialog });
  forgetPerson(3);
  settleMessage(3, dialog, { messageId: undefined });
  assert.equal(waitingDraft(3), undefined);
});
