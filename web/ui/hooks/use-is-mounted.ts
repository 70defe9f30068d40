import { useEffect, useRef } from 'react';

/** Returns a function that is true while the component is mounted: a response may arrive after its dialog was closed. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
