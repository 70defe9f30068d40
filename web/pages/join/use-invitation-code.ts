/**
 * The code of an invitation stands behind the # of its link: browsers send that to no server, so it is in no log and no
 * Referer. Links of earlier releases have it in the query; there the address is put right.
 */
import { useEffect, useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';

const behindHash = () => decodeURIComponent(location.hash.slice(1));
const inQuery = () => new URLSearchParams(location.search).get('c') ?? '';

/** Empty where there is none. */
export function useInvitationCode(): string {
  const [code, setCode] = useState(() => behindHash() || inQuery());
  useEffect(() => {
    const old = inQuery();
    if (old) navigate(`${paths.join}#${encodeURIComponent(old)}`, { replace: true, keepScroll: true });
    // Another link opened in this tab changes nothing but the hash.
    const follow = () => setCode(behindHash());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return code;
}
