import { useEffect, useState } from 'react';

/** Returns true while a media query matches, for cases that CSS alone can't handle: `useMediaQuery('(min-width: 48rem)')`. */
export function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const media = window.matchMedia(query);
    const update = () => setMatches(media.matches);
    update();
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [query]);
  return matches;
}
