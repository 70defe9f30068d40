import { Check } from 'lucide-react';
import { classNames } from '../../ui/styles/class-names.ts';
import styles from './StepList.module.css';
import { steps } from './form.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

export function StepList({ current }: { current: number }) {
  return (
    <>
      <Text as="p" muted size="sm" weight="medium">
        Passo {current + 1} de {steps.length}
      </Text>
      <Stack as="ol" gap={2} className={styles.steps} aria-label="Progresso">
        {steps.map(({ title }, index) => (
          <Row
            as="li"
            gap={2}
            align="center"
            wrap
            muted
            size="sm"
            key={title}
            className={classNames(styles.step, index < current && styles.done, index === current && styles.current)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {index < current ? <Check size="0.875rem" /> : index + 1}
            </span>
            <span className={styles.title}>{title}</span>
          </Row>
        ))}
      </Stack>
    </>
  );
}
