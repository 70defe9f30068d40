import type { TaskName } from '../../../../../src/contract/tasks.ts';
import { mutate, peekResource, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { taskTexts } from './tasks.ts';

/** Reload intervals in ms. No message reloads the list when a task ends, so it is reloaded often while a task runs. */
const refetchMs = { idle: 30_000, running: 2_000 };

/** Loads the server's scheduled tasks, and reloads them often while one runs. */
export function useTasks() {
  const isRunning = peekResource('GET /api/admin/tasks', {})?.some((task) => task.isRunning) ?? false;
  return useResource('GET /api/admin/tasks', {}, { refetchMs: isRunning ? refetchMs.running : refetchMs.idle });
}

/** Returns an action that starts a task; the task runs in the background on the server. */
export function useRunTask(name: TaskName) {
  return useAction(`Erro ao iniciar: ${taskTexts[name].label}`, async () => {
    await mutate('POST /api/admin/tasks/:name/run', { params: { name } });
    toast({ title: 'Tarefa iniciada', description: taskTexts[name].label });
  });
}
