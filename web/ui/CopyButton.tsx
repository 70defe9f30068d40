import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type Outcome = 'copied' | 'refused';

const outcomeShownMs = 2_000;
const said: Record<Outcome, string> = { copied: 'Copiado', refused: 'Não foi possível copiar' };

/** Copies a text and says so for two seconds: `<CopyButton label="Copiar senha" text={password} />` */
export function CopyButton({
  label,
  text,
  size,
  outlined,
  disabled,
}: {
  label: string;
  text: string;
  size?: 'sm' | 'md';
  outlined?: boolean;
  disabled?: boolean;
}) {
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), outcomeShownMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <>
      <IconButton
        label={label}
        icon={outcome === 'copied' ? <Check /> : outcome === 'refused' ? <X /> : <Copy />}
        {...{ size, outlined, disabled }}
        onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'refused')}
      />
      <VisuallyHidden>
        <span role="status">{outcome && said[outcome]}</span>
      </VisuallyHidden>
    </>
  );
}
