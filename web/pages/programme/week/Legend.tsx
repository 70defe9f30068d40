import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import styles from './Legend.module.css';
import { ruleColour } from '../rules/rule-colour.ts';
import { playbackNameOf } from '../rules/sentences.ts';
import { baseName, type Target } from '../rules/targets.ts';
import { Row } from '../../../ui/layout/primitives.tsx';

interface LegendProps {
  rules: readonly Schedule[];
  target: Target;
  hasClosedHours: boolean;
}

/** Explains the colours of the week, and shows what plays when no rule applies. */
export function Legend({ rules, target, hasClosedHours }: LegendProps) {
  const all = new Map(rules.map((rule) => [rule.plays, playbackNameOf(rule)]));
  return (
    <Row as="ul" gap={4} rowGap={1} wrap size="sm" marginTop={3} aria-label="Cores">
      {[...all].map(([plays, name]) => (
        <Row as="li" gap={2} align="center" key={plays}>
          <span className={styles.dot} style={{ background: ruleColour(plays) }} />
          {name}
        </Row>
      ))}
      <Row as="li" gap={2} align="center">
        <span className={styles.empty} />
        {all.size > 0 ? 'Nos outros horários' : 'Sempre'}: {baseName(target) ?? 'nada foi enviado'}
      </Row>
      {hasClosedHours && (
        <Row as="li" gap={2} align="center">
          <span className={styles.closed} />
          Fora do horário da clínica
        </Row>
      )}
    </Row>
  );
}
