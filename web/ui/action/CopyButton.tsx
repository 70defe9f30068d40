import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

type Outcome = 'copied' | 'refused';

const outcomeShownMs = 2_000;
const outcomeTexts: Record<Outcome, string> = { copied: 'Copiado', refused: 'Não foi possível copiar' };

/** Copies a text, and shows the outcome for two seconds: `<CopyButton label="Copiar senha" text={password} />`. `caption`: visible text. */
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
          {outcome ? outcomeTexts[outcome] : caption}
        </Button>
      )}
      <VisuallyHidden>
        <span role="status">{outcome && outcomeTexts[outcome]}</span>
      </VisuallyHidden>
    </>
  );
}

/** Copies a text to the clipboard, on http pages with execCommand. Returns false when the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The permission is missing; execCommand below needs only the click.
    }
  }
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position: fixed; top: 0; opacity: 0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
