import type { TaskName } from '../../../../../src/contract/tasks.ts';
import { mutate, peekResource, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { taskTexts } from './tasks.ts';

/** Reload intervals: a task's end is not published, so the list is reloaded often while one runs. */
const refetchMs = { idle: 30_000, running: 2_000 };

/** The server's scheduled tasks, up to date while they run. */
export function useTasks() {
  const isRunning = peekResource('GET /api/admin/tasks', {})?.some((task) => task.isRunning) ?? false;
  return useResource('GET /api/admin/tasks', {}, { refetchMs: isRunning ? refetchMs.running : refetchMs.idle });
}

/** Starts a task; it goes on by itself. */
export function useRunTask(name: TaskName) {
  return useAction(`Erro ao iniciar: ${taskTexts[name].label}`, async () => {
    await mutate('POST /api/admin/tasks/:name/run', { params: { name } });
    toast({ title: 'Tarefa iniciada', description: taskTexts[name].label });
  });
}
