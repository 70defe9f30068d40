import type { ReactNode } from 'react';
import { Text } from '../../layout/primitives.tsx';

export interface PickerItem {
  id: number;
  title: string;
  /** A second, quieter line. */
  detail?: string;
  /** Random codes before the detail: a search finds them by their beginning only. */
  codes?: readonly string[];
  aside?: ReactNode;
}

/** Both lines, and the badge. */
export function PickerWords({ item }: { item: PickerItem }) {
  const detail = [...(item.codes ?? []), item.detail].filter(Boolean).join(' · ');
  return (
    <>
      <Text size="sm" breakable grow>
        <Text block weight="medium">
          {item.title}
        </Text>
        {detail && (
          <Text block muted size="xs">
            {detail}
          </Text>
        )}
      </Text>
      {item.aside}
    </>
  );
}
