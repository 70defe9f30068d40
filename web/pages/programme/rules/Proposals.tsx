import { ListVideo, Moon } from 'lucide-react';
import type { Proposal } from './proposals.ts';
import cards from '../../../ui/layout/Card.module.css';
import styles from './Proposals.module.css';
import type { InitialRule } from './rule-form.ts';
import type { Target } from './targets.ts';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

interface ProposalsProps {
  proposals: readonly Proposal[];
  target: Target;
  onChoose: (initial: InitialRule) => void;
}

/** Shows what plays without rules, and proposals for the first rules. */
export function Proposals({ proposals, target, onChoose }: ProposalsProps) {
  return (
    <Text as="section" canShrink surface marginBottom={4} className={cards.md} aria-labelledby="comecar">
      <Text as="h2" size="lg" id="comecar">
        {headingOf(target)}
      </Text>
      <Text as="p" muted size="sm" className={styles.text}>
        Uma regra põe outra playlist, ou a tela escura, em alguns dias e horas. Fora delas vale a playlist enviada.
        Comece por uma ideia, ou arraste na semana.
      </Text>
      <Grid as="ul" min="16rem" fit gap={3} marginTop={4}>
        {proposals.map(({ title, text, plays, initial }) => (
          <li key={title}>
            <Row
              as="button"
              gap={3}
              align="center"
              type="button"
              className={styles.proposal}
              onClick={() => onChoose(initial)}
            >
              <span className={styles.icon} aria-hidden="true">
                {plays === 'dark' ? <Moon size="1.25rem" /> : <ListVideo size="1.25rem" />}
              </span>
              <Stack as="span">
                <Text weight="bold">{title}</Text>
                <Text muted size="sm">
                  {text}
                </Text>
              </Stack>
            </Row>
          </li>
        ))}
      </Grid>
    </Text>
  );
}

function headingOf({ name, base, hasDifferentBases }: Target): string {
  if (hasDifferentBases) return `Em ${name}, cada tela mostra a sua playlist o tempo todo`;
  return base ? `${name} mostra “${base.name}” o tempo todo` : `${name} ainda não tem o que mostrar`;
}
