/** JSON lines on standard output. Secrets, bodies and query strings never come here. */
import type { Clock } from './clock.ts';
import { limitRepeats } from './log-repeats.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
export type LogFields = Record<string, unknown>;

export interface Log {
  level: LogLevel;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export function createLog(
  level: LogLevel,
  clock: Clock,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const emit = limitRepeats(clock, print);
  const say =
    (at: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(at) >= logLevels.indexOf(log.level)) emit(at, message, fields);
    };
  const log: Log = { level, debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
  function print(at: LogLevel, message: string, fields: LogFields): void {
    const plain = Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? describeError(value) : value]),
    );
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level: at, message, ...plain })}\n`);
  }
  return log;
}

function describeError(error: Error): LogFields {
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
