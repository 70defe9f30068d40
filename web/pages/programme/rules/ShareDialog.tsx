import { useState } from 'react';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { plural } from '../../../ui/text/format.ts';
import { shareRules } from './change-rules.ts';
import { hasTarget, rulesFor, type Target, type TargetRef } from './targets.ts';
import { TargetBoxes } from './TargetBoxes.tsx';

interface ShareDialogProps {
  target: Target;
  others: readonly Target[];
  rules: readonly Schedule[];
  schedules: readonly Schedule[];
  onClose: () => void;
}

/** Shows the form that adds further targets to the rules of one target. The rules are shared, not copied. */
export function ShareDialog({ target, others, rules, schedules, onClose }: ShareDialogProps) {
  const [chosen, setChosen] = useState<readonly TargetRef[]>([]);
  const [wasSent, setSent] = useState(false);
  const [share, isSharing] = useAction('Erro ao copiar programação', async () => {
    await shareRules(
      rules,
      others.filter((each) => hasTarget(chosen, each)),
    );
    onClose();
  });
  const hintOf = (other: Target) => {
    const there = rulesFor(schedules, other).filter(({ id }) => rules.every((rule) => rule.id !== id)).length;
    return there > 0
      ? `Já tem ${plural(there, 'outra regra, que continua', 'outras regras, que continuam')} valendo`
      : undefined;
  };
  return (
    <FormDialog
      title="Copiar para outras telas"
      description={`${plural(rules.length, 'regra', 'regras')} de ${target.name} passam a valer também nas telas escolhidas. Continuam as mesmas: o que você mudar depois muda em todas.`}
      action="Copiar"
      pending={isSharing}
      pendingLabel="Copiando..."
      onSubmit={async () => {
        setSent(true);
        if (chosen.length > 0) await share();
      }}
      onClose={onClose}
    >
      <TargetBoxes
        legend={others.some(({ kind }) => kind === 'group') ? 'Telas e grupos' : 'Telas'}
        targets={others}
        chosen={chosen}
        error={wasSent && chosen.length === 0 ? 'Escolha ao menos uma tela ou um grupo.' : undefined}
        hintOf={hintOf}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
