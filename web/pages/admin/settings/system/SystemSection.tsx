import { AddressesCard } from './AddressesCard.tsx';
import { DiskCard } from './DiskCard.tsx';
import { SystemCard } from './SystemCard.tsx';
import styles from './SystemSection.module.css';

/** Shows the state of the server, its disk and its addresses. */
export function SystemSection() {
  return (
    <div className={styles.cards}>
      <SystemCard />
      <div className={styles.column}>
        <DiskCard />
        <AddressesCard />
      </div>
    </div>
  );
}
