import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import styles from './Legend.module.css';
import { ruleColour } from '../rules/rule-colour.ts';
import { nameOf } from '../rules/sentences.ts';
import { baseName, type Target } from '../rules/targets.ts';

/** Shows what each colour of the week means, and what plays in all other hours. */
export function Legend({ rules, target }: { rules: readonly Schedule[]; target: Target }) {
  const all = new Map(rules.map((rule) => [rule.plays, nameOf(rule)]));
  return (
    <ul className={styles.legend} aria-label="Cores">
      {[...all].map(([plays, name]) => (
        <li key={plays}>
          <span className={styles.dot} style={{ background: ruleColour(plays) }} />
          {name}
        </li>
      ))}
      <li>
        <span className={styles.empty} />
        {all.size > 0 ? 'Nos outros horários' : 'Sempre'}: {baseName(target) ?? 'nada foi enviado'}
      </li>
    </ul>
  );
}
