import { ClinicCard } from './ClinicCard.tsx';
import { CodesCard } from './CodesCard.tsx';
import { ContactCard } from './ContactCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import styles from '../system/SystemSection.module.css';

/** Section of the codes and the contact. */
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
