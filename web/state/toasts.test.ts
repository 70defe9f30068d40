import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { closeErrorToast, closeToast, currentToast, dropToasts, holdToast, type Toast, toast } from './toasts.ts';

const shown = (): Toast | undefined => currentToast.value;

test('a success leaves automatically, unless somebody is reading it', (t) => {
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

test('an error and a note stay; leaving the screen takes the error only', (t) => {
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

test('a toast that offers an action leaves when its time is over, and closes before the action is done', (t) => {
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
  assert.equal(shown(), undefined, 'the server waits no longer for who reads');

  offer();
  shown()?.action?.onAct();
  assert.deepEqual(done, [undefined]);

  toast({ title: 'Erro ao excluir', variant: 'destructive' });
  t.mock.timers.tick(limits.undoMs);
  assert.equal(shown()?.title, 'Erro ao excluir', 'one without action stays');
  closeToast();
});

test('news of what goes on automatically takes no undo away: it comes afterwards, a failure before a success', (t) => {
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
  assert.equal(shown(), undefined, 'nothing is told to who signs in next');

  offer();
  toast({ title: 'Playlist excluída' });
  assert.equal(shown()?.title, 'Playlist excluída', 'what the person did next is told at once');
  toast({ title: 'Arquivo em processamento!', isBackground: true });
  assert.equal(shown()?.title, 'Arquivo em processamento!', 'nothing is waited for');
  closeToast();
});
