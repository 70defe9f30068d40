import { limits } from '../../../src/contract/limits.ts';
import { dateText, dayOfDate, dayOfMinute, localMinuteAt } from '../programme/local-time.ts';

/**
 * Returns a reminder to renew the contract with ECAD, which licenses music in Brazil; undefined if the contract's last day is
 * more than 30 days ahead or unknown (`endsOn` null). `endsOn`: '2026-12-31'.
 */
export function ecadReminder(endsOn: string | null, nowMs: number): string | undefined {
  if (endsOn === null) return undefined;
  const days = dayOfDate(endsOn) - dayOfMinute(localMinuteAt(nowMs));
  if (days > limits.ecad.remindDays) return undefined;
  if (days < 0) return `O contrato com o ECAD venceu em ${dateText(endsOn)}. Renove-o e informe a nova data.`;
  const when = days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias, em ${dateText(endsOn)}`;
  return `O contrato com o ECAD vence ${when}. Renove-o e informe a nova data.`;
}
