import { Input } from '../../ui/form/Input.tsx';

/** Field for a code of the app; a recovery code fits too. */
export function CodeField({
  value,
  error,
  hint,
  onChange,
}: {
  value: string;
  error: string | undefined;
  hint?: string;
  onChange: (code: string) => void;
}) {
  return (
    <Input
      label="Código do aplicativo"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="000000"
      maxLength={40}
      hint={hint}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
