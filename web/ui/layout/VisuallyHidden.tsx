import type { ReactNode } from 'react';
import { Text } from './primitives.tsx';

/** Renders text only for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <Text visuallyHidden>{children}</Text>;
}
