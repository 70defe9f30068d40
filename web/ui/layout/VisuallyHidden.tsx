import type { ReactNode } from 'react';
import { Text } from './primitives.tsx';

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <Text visuallyHidden>{children}</Text>;
}
