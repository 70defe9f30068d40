/** Writes CSV for Excel in Brazil: with semicolons, and a byte order mark at the beginning. */

import type { StreamReply, StreamSink } from '../../../contract/endpoint.ts';
import { yieldToEventLoop } from '../../clock.ts';

export const byteOrderMark = '\uFEFF';

export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(';')}\r\n`;

/** Quotes a value where CSV requires it, and prefixes a text that a spreadsheet would take for a formula. */
export function csvCell(value: string): string {
  const text = /^\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Number of bytes written at once: few, because a client that does not receive all of them within 11 s is disconnected. */
const partBytes = 16 * 1024;

/**
 * Returns a response that streams a table while it is generated, one of `parts` in each turn of the event loop. `name`: the file
 * name without extension.
 */
export function csvFile({ name, parts }: { name: string; parts: Iterable<string> }): StreamReply {
  async function send(sink: StreamSink, hasEnded: () => boolean): Promise<void> {
    for (const part of parts) {
      const bytes = Buffer.from(part);
      for (let from = 0; from < bytes.length && !hasEnded(); from += partBytes) {
        sink.write(bytes.subarray(from, from + partBytes));
        await sink.drained();
      }
      if (hasEnded()) return;
      await yieldToEventLoop();
    }
    sink.end();
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
    start(sink) {
      let hasEnded = false;
      send(sink, () => hasEnded).catch(() => sink.abort());
      return () => (hasEnded = true);
    },
  };
}
