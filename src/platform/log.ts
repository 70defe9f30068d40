/** Logs JSON lines to standard output. Never log secrets, bodies or query strings. */
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
  const logAt =
    (lineLevel: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(lineLevel) >= logLevels.indexOf(log.level)) emit(lineLevel, message, fields);
    };
  const log: Log = { level, debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
  function print(lineLevel: LogLevel, message: string, fields: LogFields): void {
    const plainFields = Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? describeError(value) : value]),
    );
    const time = new Date(clock.now()).toISOString();
    write(`${JSON.stringify({ time, level: lineLevel, message, ...plainFields })}\n`);
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

/** Maximum number of log lines of one message per second; more are counted. */
const sampledPerSecond = 20;

export type SampledLog = Pick<Log, 'debug' | 'info' | 'warn'>;

/** Returns a log for events that clients can cause: `perSecond` lines of each message, then one with the number left out. */
export function createSampledLog(log: Log, clock: Clock, perSecond = sampledPerSecond): SampledLog {
  const windows = new Map<string, { written: number; leftOut: number }>();

  function emit(level: 'debug' | 'info' | 'warn', message: string, fields?: LogFields): void {
    let window = windows.get(message);
    if (!window) {
      window = { written: 0, leftOut: 0 };
      windows.set(message, window);
      clock.after(1_000, () => close(level, message));
    }
    if (window.written < perSecond) {
      window.written += 1;
      log[level](message, fields);
    } else window.leftOut += 1;
  }

  function close(level: 'debug' | 'info' | 'warn', message: string): void {
    const leftOut = windows.get(message)?.leftOut ?? 0;
    windows.delete(message);
    if (leftOut > 0) log[level](`${message}: more`, { leftOut });
  }

  return {
    debug: (message, fields) => emit('debug', message, fields),
    info: (message, fields) => emit('info', message, fields),
    warn: (message, fields) => emit('warn', message, fields),
  };
}

const maxLoggedLength = 200;

/** Truncates text from clients for the log. */
export const truncateForLog = (text: string): string =>
  text.length > maxLoggedLength ? `${text.slice(0, maxLoggedLength)}...` : text;
