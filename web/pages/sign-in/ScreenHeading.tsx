import { type ReactNode, useEffect, useRef } from 'react';

/** Heading of a screen that replaced the forms: takes the focus, so that it is read. */
export function ScreenHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
