/** Reads the counts and the last runs of tasks for /metrics. */
import type { TaskName } from '../../contract/tasks.ts';
import type { Database } from '../../platform/storage/database.ts';

export interface LastTaskRun {
  name: TaskName;
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number | null;
  succeeded: number | null;
  lastSuccessAt: number | null;
}

export type MetricsStore = ReturnType<typeof createMetricsStore>;

export function createMetricsStore(database: Database) {
  const screens = database.prepare<[], { status: string; count: number }>(
    'SELECT p.status, count(*) AS count FROM players p JOIN users o ON o.id = p.user_id WHERE o.removed_at IS NULL GROUP BY 1',
  );
  const media = database.prepare<[], { status: string; count: number }>(
    'SELECT processing_status AS status, count(*) AS count FROM kept_videos GROUP BY processing_status',
  );
  const tasks = database.prepare<[], LastTaskRun>(
    'SELECT name, started_at AS startedAt, duration_ms AS durationMs, succeeded, last_success_at AS lastSuccessAt FROM task_runs ORDER BY name',
  );
  const counts = <Status extends string>(rows: { status: string; count: number }[], names: readonly Status[]) =>
    Object.fromEntries(names.map((name) => [name, rows.find(({ status }) => status === name)?.count ?? 0])) as Record<
      Status,
      number
    >;

  return {
    screens: () => counts(screens.all(), ['active', 'paused', 'blocked', 'disconnected']),
    media: () => counts(media.all(), ['pending', 'processing', 'completed', 'failed']),
    tasks: () => tasks.all(),
  };
}
