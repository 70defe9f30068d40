import type { Rotation } from '../../../../../src/contract/display.ts';
import { ChoiceList } from '../../../../ui/form/choice/ChoiceList.tsx';
import { RotationPicture } from './RotationPicture.tsx';

const rotations: readonly { value: Rotation; label: string; hint: string }[] = [
  { value: 0, label: 'Sem girar', hint: 'Para a TV deitada, como sai da caixa.' },
  { value: 90, label: '90° para a direita', hint: 'Para a TV em pé, com o topo virado para a esquerda.' },
  { value: 270, label: '90° para a esquerda', hint: 'Para a TV em pé, com o topo virado para a direita.' },
  { value: 180, label: 'De cabeça para baixo', hint: 'Para a TV pendurada ao contrário.' },
];

/** Shows the form field for the rotation of a TV. */
export function RotationChoice({ value, onChange }: { value: Rotation; onChange: (rotation: Rotation) => void }) {
  return (
    <ChoiceList
      label="Girar a imagem"
      value={String(value)}
      onChange={(chosen) => onChange(rotations.find((each) => String(each.value) === chosen)?.value ?? 0)}
      options={rotations.map((each) => ({
        ...each,
        value: String(each.value),
        picture: <RotationPicture rotation={each.value} />,
      }))}
    />
  );
}
