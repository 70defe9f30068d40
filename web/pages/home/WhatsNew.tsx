import { useState } from 'react';
import { newestVersion, releasesSince } from './changelog.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import styles from './Home.module.css';

/** Key of the last version seen in this browser, whoever used it. */
const place = 'antessala-version-seen';

function seenHere(): string | null {
  try {
    const seen = localStorage.getItem(place);
    // Remembered from the first visit on, so that the next update is one.
    if (seen === null) localStorage.setItem(place, newestVersion);
    return seen;
  } catch {
    return null;
  }
}

/** Shows what an update brought, until it is dismissed. */
export function WhatsNew() {
  const [news, setReleases] = useState(() => releasesSince(seenHere()));

  function putAway(): void {
    setReleases([]);
    try {
      localStorage.setItem(place, newestVersion);
    } catch {
      // Storage can be forbidden: it is shown again at the next visit.
    }
  }

  if (news.length === 0) return null;
  return (
    <div className={styles.part}>
      <Callout
        tone="info"
        title="Novidades desta versão"
        actions={
          <Button size="sm" onClick={putAway}>
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
