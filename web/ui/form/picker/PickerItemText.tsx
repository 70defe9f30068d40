import type { ReactNode } from 'react';
import { Text } from '../../layout/primitives.tsx';

export interface PickerItem {
  id: number;
  title: string;
  /** Second line, in muted text. */
  detail?: string;
  /** Generated codes, such as a screen's, shown before the detail. A search matches only their beginning. */
  codes?: readonly string[];
  aside?: ReactNode;
}

/** Shows an item's two lines and its `aside`, such as a badge. */
export function PickerItemText({ item }: { item: PickerItem }) {
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
