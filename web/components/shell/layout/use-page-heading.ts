import { useEffect, useRef } from 'react';
import { claimFocus } from '../../../navigation/router.ts';

/** For a page's <h1 ref={...} tabIndex={-1}>: focuses it after a navigation, so that screen readers say where one is. */
export function usePageHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (claimFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
