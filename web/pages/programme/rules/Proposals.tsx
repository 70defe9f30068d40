import { ListVideo, Moon } from 'lucide-react';
import type { Proposal } from './proposals.ts';
import styles from './Proposals.module.css';
import type { RuleStart } from './rule-form.ts';
import type { Target } from './targets.ts';
import { Grid, Row, Text } from '../../../ui/layout/primitives.tsx';

interface ProposalsProps {
  proposals: readonly Proposal[];
  target: Target;
  onChoose: (start: RuleStart) => void;
}

/** A programme without rules: what it means, and three ways to begin. */
export function Proposals({ proposals, target, onChoose }: ProposalsProps) {
  return (
    <section className={styles.box} aria-labelledby="comecar">
      <Text as="h2" size="lg" id="comecar">
        {beginning(target)}
      </Text>
      <p className={styles.text}>
        Uma regra põe outra playlist, ou a tela escura, em alguns dias e horas. Fora delas vale a playlist enviada.
        Comece por uma ideia, ou arraste na semana.
      </p>
      <Grid as="ul" min="16rem" fit gap={3} className={styles.ideas}>
        {proposals.map(({ title, text, plays, start }) => (
          <li key={title}>
            <Row
              as="button"
              gap={3}
              align="center"
              type="button"
              className={styles.idea}
              onClick={() => onChoose(start)}
            >
              <span className={styles.icon} aria-hidden="true">
                {plays === 'dark' ? <Moon /> : <ListVideo />}
              </span>
              <span>
                <span className={styles.name}>{title}</span>
                <span className={styles.what}>{text}</span>
              </span>
            </Row>
          </li>
        ))}
      </Grid>
    </section>
  );
}

function beginning({ name, base, hasOwnBases }: Target): string {
  if (hasOwnBases) return `Em ${name}, cada tela mostra a sua playlist o tempo todo`;
  return base ? `${name} mostra “${base.name}” o tempo todo` : `${name} ainda não tem o que mostrar`;
}
