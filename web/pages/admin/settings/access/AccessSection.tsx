import { ClinicCard } from './ClinicCard.tsx';
import { CodesCard } from './CodesCard.tsx';
import { ContactCard } from './ContactCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import styles from '../system/SystemSection.module.css';

/** The codes that open doors, and whom to ask for one. */
export function AccessSection() {
  return (
    <div className={styles.column}>
      <CodesCard />
      <SecondFactorCard />
      <ClinicCard />
      <ContactCard />
    </div>
  );
}
