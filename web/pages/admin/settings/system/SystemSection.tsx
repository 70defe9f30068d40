import { AddressesCard } from './AddressesCard.tsx';
import { DiskCard } from './DiskCard.tsx';
import { SystemCard } from './SystemCard.tsx';
import styles from './SystemSection.module.css';

/** How the server is, how full its disk is, and where TVs find it. */
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
