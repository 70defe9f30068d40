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
  otherTargets: readonly Target[];
  /** Rules of `target`. */
  rules: readonly Schedule[];
  /** All rules of the account. */
  schedules: readonly Schedule[];
  onClose: () => void;
}

/** Shows the form that adds further targets to the rules of one target. The rules are shared, not copied. */
export function ShareDialog({ target, otherTargets, rules, schedules, onClose }: ShareDialogProps) {
  const [chosen, setChosen] = useState<readonly TargetRef[]>([]);
  const [wasSent, setSent] = useState(false);
  const [share, isSharing] = useAction('Erro ao copiar programação', async () => {
    await shareRules(
      rules,
      otherTargets.filter((each) => hasTarget(chosen, each)),
    );
    onClose();
  });
  const hintOf = (other: Target) => {
    const otherRuleCount = rulesFor(schedules, other).filter(({ id }) => rules.every((rule) => rule.id !== id)).length;
    return otherRuleCount > 0
      ? `Já tem ${plural(otherRuleCount, 'outra regra, que continua', 'outras regras, que continuam')} valendo`
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
        legend={otherTargets.some(({ kind }) => kind === 'group') ? 'Telas e grupos' : 'Telas'}
        targets={otherTargets}
        chosen={chosen}
        error={wasSent && chosen.length === 0 ? 'Escolha ao menos uma tela ou um grupo.' : undefined}
        hintOf={hintOf}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
