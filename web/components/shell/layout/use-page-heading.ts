import { useEffect, useRef } from 'react';
import { claimFocus } from '../../../navigation/router.ts';

/**
 * For a page's <h1 ref={...} tabIndex={-1}>: takes the focus when the page was reached by a navigation, so that a screen
 * reader says where one is and Tab goes on from there.
 */
export function usePageHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (claimFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
