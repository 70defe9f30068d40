import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { SearchedList } from '../../../ui/form/SearchedList.tsx';
import { hasTarget, keyOf, refOf, type Target, type TargetRef } from './targets.ts';
import styles from './TargetBoxes.module.css';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

interface TargetBoxesProps {
  legend: string;
  targets: readonly Target[];
  chosen: readonly TargetRef[];
  error?: string;
  hintOf?: (target: Target) => string | undefined;
  onChange: (chosen: TargetRef[]) => void;
}

export function TargetBoxes({ legend, targets, chosen, error, hintOf, onChange }: TargetBoxesProps) {
  return (
    <fieldset>
      <Text as="legend" size="sm" weight="medium" className={styles.legend}>
        {legend}
      </Text>
      <Stack gap={1} className={styles.boxes}>
        <SearchedList
          items={targets}
          label="Buscar telas e grupos"
          textOf={({ name }) => name}
          isChosen={(target) => hasTarget(chosen, target)}
        >
          {(shown) =>
            shown.map((target) => (
              <Checkbox
                key={keyOf(target)}
                label={target.name}
                hint={[target.hint, hintOf?.(target)].filter(Boolean).join('. ') || undefined}
                checked={hasTarget(chosen, target)}
                onChange={(isChosen) =>
                  onChange(
                    isChosen ? [...chosen, refOf(target)] : chosen.filter((each) => keyOf(each) !== keyOf(target)),
                  )
                }
              />
            ))
          }
        </SearchedList>
      </Stack>
      {error && (
        <Text as="p" tone="danger" size="sm" className={styles.error} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
