import { useState } from 'react';
import { newestVersion, changesSince } from '../../components/changelog/changelog.ts';
import { ChangeList } from '../../components/changelog/ChangeList.tsx';
import { readStored, writeStored } from '../../state/device-storage.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import styles from './Home.module.css';

/** localStorage key of the last version that any user has seen in this browser. */
const storageKey = 'antessala-version-seen';

function lastSeenVersion(): string | null {
  const seenVersion = readStored(storageKey);
  // Store the version at the first visit, to recognize the next update.
  if (seenVersion === null) writeStored(storageKey, newestVersion);
  return seenVersion;
}

/** Shows the changes of an update, until the user dismisses them. */
export function WhatsNew() {
  const [changes, setChanges] = useState(() => changesSince(lastSeenVersion()));

  function dismiss(): void {
    setChanges([]);
    writeStored(storageKey, newestVersion);
  }

  if (changes.length === 0) return null;
  return (
    <div className={styles.part}>
      <Callout
        tone="info"
        title={`Novidades da versão ${newestVersion}`}
        actions={
          <Button size="sm" onClick={dismiss}>
            Entendi
          </Button>
        }
      >
        <ChangeList changes={changes} />
      </Callout>
    </div>
  );
}
