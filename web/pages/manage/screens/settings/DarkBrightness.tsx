import { Moon } from 'lucide-react';
import { Slider } from '../../../../ui/form/choice/Slider.tsx';
import { Text } from '../../../../ui/layout/primitives.tsx';

/** Shows the form field for the brightness of a TV while the programme switches it dark (contract/README 9.14). */
export function DarkBrightness({ value, onChange }: { value: number; onChange: (percent: number) => void }) {
  return (
    <div>
      <Slider
        label="Tela escura"
        icon={<Moon />}
        {...{ min: 0, max: 100, step: 10, value, onChange }}
        text={value === 0 ? 'Toda preta' : `Relógio com ${value}% do brilho`}
      />
      <Text as="p" muted size="xs" marginTop={2}>
        Vale quando a programação deixa a tela escura. Chamadas e avisos urgentes aparecem com todo o brilho.
      </Text>
    </div>
  );
}
