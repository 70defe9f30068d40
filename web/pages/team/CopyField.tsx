import { CopyButton } from '../../ui/action/CopyButton.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows a text that can be selected or copied. */
export function CopyField({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <Row gap={2} align="end">
      <Text as="div" grow>
        <Input label={label} readOnly value={text} onChange={() => {}} onFocus={(event) => event.target.select()} />
      </Text>
      <CopyButton label={copyLabel} caption="Copiar" text={text} />
    </Row>
  );
}
