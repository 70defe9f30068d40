import { useEffect, useRef } from 'react';

/** For an answer that comes when the dialog that asked may be closed: `const isMounted = useMounted()`. */
export function useMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
