import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { closeErrorToast, closeToast, currentToast, dropToasts, holdToast, type Toast, toast } from './toasts.ts';

const shown = (): Toast | undefined => currentToast.value;

test('a success disappears after its time, unless the pointer is on the toast', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  toast({ title: 'Playlist criada' });
  t.mock.timers.tick(limits.successToastMs - 1);
  assert.equal(shown()?.title, 'Playlist criada');
  t.mock.timers.tick(1);
  assert.equal(shown(), undefined);

  toast({ title: 'Nome atualizado' });
  holdToast(true);
  t.mock.timers.tick(limits.toastRemovalMs);
  assert.equal(shown()?.title, 'Nome atualizado');
  holdToast(false);
  t.mock.timers.tick(limits.successToastMs);
  assert.equal(shown(), undefined);
});

test('error and info toasts stay; closeErrorToast closes only an error toast', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  toast({ title: 'Falha no login', variant: 'destructive' });
  t.mock.timers.tick(limits.toastRemovalMs - 1);
  assert.equal(shown()?.title, 'Falha no login');
  closeErrorToast();
  assert.equal(shown(), undefined);

  toast({ title: 'Sua sessão terminou', variant: 'info' });
  t.mock.timers.tick(limits.toastRemovalMs - 1);
  closeErrorToast();
  assert.equal(shown()?.title, 'Sua sessão terminou');
  closeToast();
});

test('a toast with an action disappears after its time, and closes before the action runs', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const done: (string | undefined)[] = [];
  const offer = () =>
    toast({ title: 'Vídeo excluído', action: { label: 'Desfazer', onAct: () => done.push(shown()?.title) } });

  offer();
  t.mock.timers.tick(limits.undoMs / 2);
  holdToast(true);
  holdToast(false);
  t.mock.timers.tick(limits.undoMs / 2 - 1);
  assert.equal(shown()?.action?.label, 'Desfazer');
  t.mock.timers.tick(1);
  assert.equal(shown(), undefined, 'holding does not extend the time for undo');

  offer();
  shown()?.action?.onAct();
  assert.deepEqual(done, [undefined]);

  toast({ title: 'Erro ao excluir', variant: 'destructive' });
  t.mock.timers.tick(limits.undoMs);
  assert.equal(shown()?.title, 'Erro ao excluir', 'a toast without an action stays');
  closeToast();
});

test('a background toast waits until a toast with an action has closed; a waiting success does not replace a waiting failure', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const offer = () => toast({ title: 'Vídeo excluído', action: { label: 'Desfazer', onAct: () => undefined } });
  offer();
  toast({ title: 'Arquivo em processamento!', isBackground: true });
  toast({ title: 'Falha no upload do arquivo', variant: 'destructive', isBackground: true });
  toast({ title: 'Arquivo em processamento!', isBackground: true });
  t.mock.timers.tick(limits.undoMs - 1);
  assert.equal(shown()?.action?.label, 'Desfazer');
  t.mock.timers.tick(1);
  assert.equal(shown()?.title, 'Falha no upload do arquivo');
  closeToast();
  assert.equal(shown(), undefined);

  offer();
  toast({ title: 'Falha no upload do arquivo', variant: 'destructive', isBackground: true });
  shown()?.action?.onAct();
  assert.equal(shown(), undefined);
  toast({ title: 'Exclusão desfeita' });
  t.mock.timers.tick(limits.successToastMs);
  assert.equal(shown()?.title, 'Falha no upload do arquivo');

  offer();
  toast({ title: 'Arquivo em processamento!', isBackground: true });
  dropToasts();
  assert.equal(shown(), undefined, 'the next user sees no toast of the previous one');

  offer();
  toast({ title: 'Playlist excluída' });
  assert.equal(shown()?.title, 'Playlist excluída', 'a toast about an action of the user is shown at once');
  toast({ title: 'Arquivo em processamento!', isBackground: true });
  assert.equal(shown()?.title, 'Arquivo em processamento!', 'nothing waits for a toast without an action');
  closeToast();
});
