/** Periods of the reports. */
import * as z from 'zod';

export const dayQuery = z.object({
  /** Day in the clinic's time zone, such as `2026-11-22`; omitted: today. */
  day: z.iso.date().optional(),
});
export const reportPeriod = z.enum(['day', 'week', 'month']);
export type ReportPeriod = z.infer<typeof reportPeriod>;
