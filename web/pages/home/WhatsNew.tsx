import { useState } from 'react';
import { newestVersion, releasesSince } from './changelog.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import styles from './Home.module.css';

/** Storage key of the last version seen in this browser, by any user. */
const storageKey = 'antessala-version-seen';

function lastSeenVersion(): string | null {
  try {
    const seen = localStorage.getItem(storageKey);
    // The first visit stores the version, so that the next update is recognized.
    if (seen === null) localStorage.setItem(storageKey, newestVersion);
    return seen;
  } catch {
    return null;
  }
}

/** Shows what an update brought, until it is dismissed. */
export function WhatsNew() {
  const [news, setNews] = useState(() => releasesSince(lastSeenVersion()));

  function dismiss(): void {
    setNews([]);
    try {
      localStorage.setItem(storageKey, newestVersion);
    } catch {
      // Storage is forbidden: the news are shown again at the next visit.
    }
  }

  if (news.length === 0) return null;
  return (
    <div className={styles.part}>
      <Callout
        tone="info"
        title="Novidades desta versão"
        actions={
          <Button size="sm" onClick={dismiss}>
            Entendi
          </Button>
        }
      >
        <ul className={styles.news}>
          {news.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
