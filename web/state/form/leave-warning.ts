import { useEffect } from 'react';

const warn = (event: Event) => event.preventDefault();

/** While `isUnsaved`, closing or reloading the window would lose what was typed or chosen: the browser asks first. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
