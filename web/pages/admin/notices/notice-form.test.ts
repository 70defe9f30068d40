import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastRatio, readableTextColour, readableRatio } from './contrast.ts';
import { newNotice, noticeErrors, noticeInput, targetText } from './notice-form.ts';

const filled = { ...newNotice, title: 'Feriado', message: 'Fechado na segunda.' };

test('missing, too long and invalid fields have error texts', () => {
  assert.deepEqual(noticeErrors(newNotice), { title: 'Título é obrigatório', message: 'Mensagem é obrigatória' });
  assert.deepEqual(noticeErrors({ ...filled, title: 'a'.repeat(101), message: 'b'.repeat(501) }), {
    title: 'Título muito longo',
    message: 'Mensagem muito longa',
  });
  assert.deepEqual(noticeErrors({ ...filled, title: 'a'.repeat(100), message: 'b'.repeat(500) }), {});
  assert.deepEqual(noticeErrors({ ...filled, backgroundColor: 'red', textColor: '#fff' }), {
    backgroundColor: 'Cor de fundo deve ser um código hexadecimal válido',
    textColor: 'Cor do texto deve ser um código hexadecimal válido',
  });
});

test('a notice for one user or screen requires that user or screen', () => {
  assert.deepEqual(noticeErrors({ ...filled, noticeType: 'user', targetPlayerId: 3 }), {
    targetUserId: 'Selecione um usuário.',
  });
  assert.deepEqual(noticeErrors({ ...filled, noticeType: 'player', targetUserId: 3 }), {
    targetPlayerId: 'Selecione uma tela.',
  });
});

test('a target that is not loaded is an error, because the dialog cannot show its name', () => {
  const [withId3, withId4] = [new Map([[3, {}]]), new Map([[4, {}]])];
  const screen = { ...filled, noticeType: 'player', targetPlayerId: 3 } as const;
  assert.deepEqual(noticeErrors(screen, { users: withId3, screens: withId4 }), {
    targetPlayerId: 'Confira a tela escolhida.',
  });
  assert.deepEqual(noticeErrors(screen, { users: withId4, screens: withId3 }), {});
  const user = { ...filled, noticeType: 'user', targetUserId: 3 } as const;
  assert.deepEqual(noticeErrors(user, { users: withId4, screens: withId3 }), {
    targetUserId: 'Confira o usuário escolhido.',
  });
  assert.deepEqual(noticeErrors(user, { users: withId3, screens: withId4 }), {});
});

test('the request omits targets that do not belong to the type', () => {
  const withBothTargets = { ...filled, targetUserId: 1, targetPlayerId: 2 };
  const targets = (noticeType: 'global' | 'user' | 'player') => {
    const { targetUserId, targetPlayerId } = noticeInput({ ...withBothTargets, noticeType });
    return [targetUserId, targetPlayerId];
  };
  assert.deepEqual(targets('global'), [null, null]);
  assert.deepEqual(targets('user'), [1, null]);
  assert.deepEqual(targets('player'), [null, 2]);
});

test('the request contains no display times, even if the stored notice has some', () => {
  const stored = { ...filled, displayIntervalSeconds: 60, displayDurationSeconds: 45 };
  const names = Object.keys(noticeInput(stored));
  assert.equal(names.filter((name) => name.startsWith('display')).length, 0);
});

test('the list shows the target of a notice', () => {
  const ids = { targetUserId: 4, targetPlayerId: 9 };
  const withoutNames = { ...ids, targetUserEmail: null, targetPlayerName: null, targetPlayerOwner: null };
  assert.equal(targetText({ ...withoutNames, noticeType: 'global' }), 'Todos');
  assert.equal(targetText({ ...withoutNames, noticeType: 'user' }), 'Usuário 4');
  assert.equal(targetText({ ...withoutNames, noticeType: 'user', targetUserEmail: 'a@b.test' }), 'a@b.test');
  assert.equal(targetText({ ...withoutNames, noticeType: 'player' }), 'Tela 9');
  assert.equal(targetText({ ...withoutNames, noticeType: 'player', targetPlayerName: 'Recepção' }), 'Recepção');
  const ofClinic = { targetPlayerName: 'Recepção', targetPlayerOwner: 'Clínica Sol' };
  assert.equal(targetText({ ...withoutNames, noticeType: 'player', ...ofClinic }), 'Recepção · Clínica Sol');
});

test('the contrast ratio is computed as WCAG defines it', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21);
  assert.ok((contrastRatio(newNotice.backgroundColor, newNotice.textColor) ?? 0) >= readableRatio);
  assert.ok((contrastRatio('#FACC15', '#FFFFFF') ?? 21) < readableRatio);
  assert.equal(contrastRatio('#FACC1', '#FFFFFF'), undefined);
  assert.equal(readableTextColour('#FACC15'), '#000000');
  assert.equal(readableTextColour('#0B3B6B'), '#FFFFFF');
});
