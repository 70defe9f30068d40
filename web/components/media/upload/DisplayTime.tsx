import { limits } from '../../../../src/contract/limits.ts';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';

/** Shows a field for an image's display time: 20s, 40s, 60s (contract/README 3.2) or its present time. */
export function DisplayTime({
  value,
  onChange,
  showLabel,
}: {
  value: number | undefined;
  onChange: (seconds: number) => void;
  showLabel?: boolean;
}) {
  const choices = new Set<number>([...limits.imageSecondsChoices, ...(value === undefined ? [] : [value])]);
  return (
    <Segmented
      label="Tempo de exibição"
      showLabel={showLabel}
      value={value === undefined ? '' : String(value)}
      onChange={(seconds) => onChange(Number(seconds))}
      options={[...choices]
        .sort((left, right) => left - right)
        .map((seconds) => ({ value: String(seconds), label: `${seconds}s` }))}
    />
  );
}
