import { X } from 'lucide-react';
import { useState } from 'react';
import type { DayOfCalls } from '../../../../src/contract/calls.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { plural } from '../../../ui/text/format.ts';

/** Shows a note on whether yesterday's uncalled tickets are still in the queue or were removed. The user can hide the note. */
export function LeftOverNote({ day: { day, leftOver } }: { day: DayOfCalls }) {
  const [closedOn, setClosedOn] = useState<string>();
  if (leftOver.count === 0 || closedOn === day) return null;
  const tickets = plural(leftOver.count, 'senha', 'senhas');
  return (
    <Callout
      tone="info"
      compact
      role="status"
      actions={<IconButton size="sm" label="Fechar nota" icon={<X />} onClick={() => setClosedOn(day)} />}
    >
      {leftOver.isCarried
        ? `${tickets} de ontem ${leftOver.count === 1 ? 'continua' : 'continuam'} na fila.`
        : `${tickets} de ontem não ${leftOver.count === 1 ? 'foi chamada e foi encerrada' : 'foram chamadas e foram encerradas'}.`}
    </Callout>
  );
}
