import { Callout } from '../../ui/feedback/Callout.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { normalizeCode } from './pair-choices.ts';

/**
 * Says that the TV's code became invalid while the form was open, and asks for the new code. `reason` is the server's sentence
 * about the first code, `problem` its sentence about a wrong new code.
 */
export function EndedCode({
  reason,
  problem,
  value,
  onChange,
}: {
  reason: string;
  problem: string | undefined;
  value: string;
  onChange: (code: string) => void;
}) {
  return (
    <Card>
      <Stack gap={4}>
        <Callout tone="warning" role="alert" title="O código mudou na TV">
          {reason} A TV já mostra outro: digite-o aqui. O que você escolheu abaixo continua.
        </Callout>
        <Input
          label="Código novo da TV"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="Ex.: K7M2QX"
          value={value}
          error={problem}
          onChange={(text) => onChange(normalizeCode(text))}
        />
      </Stack>
    </Card>
  );
}
