import { useEffect, useRef } from 'react';
import { claimFocus } from '../../../navigation/router.ts';

/** Returns the ref for a page's `<h1 tabIndex={-1}>`. Focuses it after a navigation, so that screen readers read it. */
export function usePageHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (claimFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
