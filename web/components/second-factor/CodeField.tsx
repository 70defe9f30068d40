import { Input, type InputProps } from '../../ui/form/Input.tsx';

/** Shows a field for a code of the authenticator app, or a recovery code. */
export function CodeField(props: Pick<InputProps, 'value' | 'error' | 'hint' | 'onChange'>) {
  return (
    <Input
      label="Código do aplicativo"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="000000"
      maxLength={40}
      {...props}
    />
  );
}
