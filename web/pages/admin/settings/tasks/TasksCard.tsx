import { CircleCheck, CircleX, Play } from 'lucide-react';
import type { Task } from '../../../../../src/contract/tasks.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { formatAgo, formatDateTime } from '../../../../ui/text/format.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { RefreshButton } from '../../../../ui/action/RefreshButton.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import lists from '../Rows.module.css';
import styles from './TasksCard.module.css';
import { scheduleText, durationText, taskTexts } from './tasks.ts';
import { useRunTask, useTasks } from './use-tasks.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Lists the scheduled tasks with their schedule and last result, and a button to run each now. */
export function TasksCard() {
  const tasks = useTasks();
  return (
    <Card title="Tarefas" actions={<RefreshButton label="Atualizar tarefas" onRefresh={tasks.refetch} />}>
      <Loaded resource={tasks} skeleton={<Skeleton height="20rem" radius="var(--radius)" />}>
        {(all) => (
          <ul className={lists.rows}>
            {all.map((task) => (
              <TaskRow key={task.name} task={task} now={Date.now()} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function TaskRow({ task, now }: { task: Task; now: number }) {
  const { name, schedule, isRunning, lastRun } = task;
  const { label, purpose } = taskTexts[name];
  const [run, starting] = useRunTask(name);
  return (
    <li className={styles.row}>
      <div>
        <Row as="h3" gap={2} rowGap={0} align="center" wrap size="sm">
          {label}
          {isRunning && (
            <Badge tone="info" dot>
              Em andamento
            </Badge>
          )}
        </Row>
        <Text as="p" muted size="sm">
          {purpose} {scheduleText(schedule)}.
        </Text>
      </div>
      <Row as="p" gap={2} align="start" size="sm" className={styles.lastRun}>
        {lastRun ? (
          <>
            {lastRun.succeeded ? (
              <CircleCheck className={styles.succeeded} aria-label="Deu certo" />
            ) : (
              <CircleX className={styles.failed} aria-label="Falhou" />
            )}
            <span>
              <Text tone={lastRun.succeeded ? undefined : 'danger'}>{lastRun.result}</Text>
              <Text muted title={formatDateTime(lastRun.startedAt)}>
                {formatAgo(lastRun.startedAt, now)}, em {durationText(lastRun.durationMs)}
              </Text>
            </span>
          </>
        ) : (
          <Text muted>Ainda não rodou</Text>
        )}
      </Row>
      <IconButton
        size="sm"
        outlined
        label={`Rodar agora: ${label}`}
        icon={<Play />}
        disabled={isRunning || starting}
        onClick={() => void run()}
      />
    </li>
  );
}
