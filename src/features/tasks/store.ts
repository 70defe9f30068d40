/** Stores the last run of each task (table `task_runs`). */
import type { Task, TaskName } from '../../contract/tasks.ts';
import type { Database } from '../../platform/storage/database.ts';

interface Run {
  name: TaskName;
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
  succeeded: boolean;
  /** A Portuguese sentence. */
  result: string;
}

export type TaskStore = ReturnType<typeof createTaskStore>;

export function createTaskStore(database: Database) {
  const save = database.prepare<[Omit<Run, 'succeeded'> & { succeeded: number }]>(`
    INSERT INTO task_runs (name, started_at, duration_ms, succeeded, result, last_success_at)
    VALUES (@name, @startedAt, @durationMs, @succeeded, @result, CASE WHEN @succeeded THEN @startedAt END)
    ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, duration_ms = excluded.duration_ms, succeeded = excluded.succeeded,
      result = excluded.result, last_success_at = COALESCE(excluded.last_success_at, last_success_at)`);
  const find = database.prepare<
    [string],
    Omit<Run, 'name' | 'succeeded'> & { succeeded: number; lastSuccessAt: number | null }
  >(
    'SELECT started_at AS startedAt, duration_ms AS durationMs, succeeded, result, last_success_at AS lastSuccessAt FROM task_runs WHERE name = ? AND duration_ms IS NOT NULL',
  );

  return {
    save: (run: Run): void => void save.run({ ...run, succeeded: Number(run.succeeded) }),

    last(name: TaskName): Task['lastRun'] {
      const row = find.get(name);
      if (!row) return null;
      const { startedAt, durationMs, succeeded, result } = row;
      return { startedAt: new Date(startedAt).toISOString(), durationMs, succeeded: succeeded === 1, result };
    },

    /** Returns the start of the last successful run; milliseconds since 1970. */
    lastSuccessAt: (name: TaskName): number | null => find.get(name)?.lastSuccessAt ?? null,
  };
}
