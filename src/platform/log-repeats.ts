/** Keeps the log readable when something fails repeatedly: logs equal lines once a minute, with the number of repeats. */
import type { Clock } from './clock.ts';

const minuteMs = 60_000;
/** Maximum number of different lines of one message per minute; further ones are counted as one line. */
const maxDifferentLines = 30;

/** Fields that differ between repeats of the same failure. */
const ignoredFields = new Set(['requestId', 'attempt']);

type LogFields = Record<string, unknown>;
type Emit<Level> = (level: Level, message: string, fields: LogFields) => void;

/** Returns a log function that counts repeated warnings and errors; `repeated` is the number of omitted lines. */
export function limitRepeats<Level extends string>(clock: Clock, emit: Emit<Level>): Emit<Level> {
  const linesByKey = new Map<string, { level: Level; message: string; fields: LogFields; repeated: number }>();
  const linesPerMessage = new Map<string, number>();
  let isWaiting = false;

  /** Logs once each line that was repeated in the last minute, with the number of repeats. Starts a new minute. */
  function flush(): void {
    isWaiting = false;
    const lines = [...linesByKey.values()].filter(({ repeated }) => repeated > 0);
    linesByKey.clear();
    linesPerMessage.clear();
    for (const { level, message, fields, repeated } of lines) emit(level, message, { ...fields, repeated });
    // Keep the line, so that a continuing failure is logged again only after a minute.
    for (const line of lines) addLine(keyOf(line.level, line.message, line.fields), { ...line, repeated: 0 });
  }

  function addLine(key: string, line: { level: Level; message: string; fields: LogFields; repeated: number }): void {
    linesByKey.set(key, line);
    linesPerMessage.set(line.message, (linesPerMessage.get(line.message) ?? 0) + 1);
    if (isWaiting) return;
    isWaiting = true;
    clock.after(minuteMs, flush);
  }

  return (level, message, fields) => {
    if (level !== 'warn' && level !== 'error') return emit(level, message, fields);
    const isOverLimit = (linesPerMessage.get(message) ?? 0) >= maxDifferentLines;
    const key = isOverLimit ? `${level} ${message}` : keyOf(level, message, fields);
    const counted = linesByKey.get(key) ?? linesByKey.get(keyOf(level, message, fields));
    if (counted) {
      counted.repeated += 1;
      counted.fields = fields;
      return;
    }
    addLine(key, { level, message, fields, repeated: 0 });
    emit(level, message, fields);
  };
}

function keyOf(level: string, message: string, fields: LogFields): string {
  const significant = Object.entries(fields)
    .filter(([name]) => !ignoredFields.has(name))
    .map(([name, value]) => [name, value instanceof Error ? `${value.name} ${value.message}` : value]);
  return `${level} ${message} ${JSON.stringify(significant)}`;
}
