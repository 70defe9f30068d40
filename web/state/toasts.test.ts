import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { closeToast, currentToast, type Toast, toast } from './toasts.ts';

const shown = (): Toast | undefined => currentToast.value;

test('a toast that offers an action leaves when its time is over, and closes before the action is done', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const done: (string | undefined)[] = [];
  const offer = () =>
    toast({ title: 'Vídeo excluído', action: { label: 'Desfazer', onAct: () => done.push(shown()?.title) } });

  offer();
  t.mock.timers.tick(limits.undoMs - 1);
  assert.equal(shown()?.action?.label, 'Desfazer');
  t.mock.timers.tick(1);
  assert.equal(shown(), undefined);

  offer();
  shown()?.action?.onAct();
  assert.deepEqual(done, [undefined]);

  toast({ title: 'Playlist criada' });
  t.mock.timers.tick(limits.undoMs);
  assert.equal(shown()?.title, 'Playlist criada', 'one without action stays');
  closeToast();
});
