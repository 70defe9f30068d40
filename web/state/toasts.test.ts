import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { closeErrorToast, closeToast, currentToast, holdToast, type Toast, toast } from './toasts.ts';

const shown = (): Toast | undefined => currentToast.value;

test('a success leaves by itself, unless somebody is reading it', (t) => {
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
