import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

type Outcome = 'copied' | 'refused';

const outcomeShownMs = 2_000;
const said: Record<Outcome, string> = { copied: 'Copiado', refused: 'Não foi possível copiar' };

/** Copies a text and says so for two seconds: `<CopyButton label="Copiar senha" text={password} />`. `caption`: a button with this word. */
export function CopyButton({
  label,
  text,
  caption,
  size,
  outlined,
  disabled,
}: {
  label: string;
  text: string;
  caption?: string;
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

  const icon = outcome === 'copied' ? <Check /> : outcome === 'refused' ? <X /> : <Copy />;
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'refused');
  return (
    <>
      {caption === undefined ? (
        <IconButton {...{ label, icon, size, outlined, disabled }} onClick={copy} />
      ) : (
        <Button aria-label={label} {...{ icon, size, disabled }} onClick={copy}>
          {outcome ? said[outcome] : caption}
        </Button>
      )}
      <VisuallyHidden>
        <span role="status">{outcome && said[outcome]}</span>
      </VisuallyHidden>
    </>
  );
}
