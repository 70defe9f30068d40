import { useEffect } from 'react';
import type { TaskName } from '../../../../src/contract/tasks.ts';
import { mutate, useResource } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { taskTexts } from './tasks.ts';

/** A task that ends tells nobody: asked for often while one runs. */
const refetchMs = { idle: 30_000, running: 2_000 };

/** The server's scheduled tasks, up to date while they run. */
export function useTasks() {
  const tasks = useResource('GET /api/admin/tasks', {}, { refetchMs: refetchMs.idle });
  const isRunning = tasks.data?.some((task) => task.isRunning) ?? false;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void tasks.refetch(), refetchMs.running);
    return () => clearInterval(timer);
  }, [isRunning]);
  return tasks;
}

/** Starts a task; it goes on by itself. */
export function useRunTask(name: TaskName) {
  return useAction(`Erro ao iniciar: ${taskTexts[name].label}`, async () => {
    await mutate('POST /api/admin/tasks/:name/run', { params: { name } }, { invalidates: ['GET /api/admin/tasks'] });
    toast({ title: 'Tarefa iniciada', description: taskTexts[name].label });
  });
}
