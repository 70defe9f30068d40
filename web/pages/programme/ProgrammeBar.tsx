import { CalendarHeart, Copy, Plus } from 'lucide-react';
import { openTarget } from '../../navigation/programme-target.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Select } from '../../ui/form/Select.tsx';
import styles from './ProgrammeBar.module.css';
import { keyOf, type Target } from './rules/targets.ts';
import { Row } from '../../ui/layout/primitives.tsx';

interface ProgrammeBarProps {
  target: Target;
  targets: readonly Target[];
  mayChange: boolean;
  /** undefined if there are no rules to share or no other targets. */
  onShare: (() => void) | undefined;
  onHolidays: () => void;
  onNew: () => void;
}

export function ProgrammeBar({ target, targets, mayChange, onShare, onHolidays, onNew }: ProgrammeBarProps) {
  return (
    <Row gap={3} align="end" wrap between marginBottom={4}>
      <div className={styles.target}>
        <Select
          label={targets.some(({ kind }) => kind === 'group') ? 'Tela ou grupo' : 'Tela'}
          hint={target.kind === 'group' ? 'Uma tela com regra própria segue primeiro a dela.' : undefined}
          value={keyOf(target)}
          onChange={openTarget}
          options={targets.map((each) => ({
            value: keyOf(each),
            label: each.hint ? `${each.name} (${each.hint})` : each.name,
          }))}
        />
      </div>
      {mayChange && (
        <Row gap={2} wrap className={styles.actions}>
          {onShare && (
            <Button icon={<Copy />} onClick={onShare}>
              Copiar para outras telas
            </Button>
          )}
          <Button icon={<CalendarHeart />} onClick={onHolidays}>
            Feriados
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={onNew}>
            Nova regra
          </Button>
        </Row>
      )}
    </Row>
  );
}
