import { Tv } from 'lucide-react';
import type { PairingRequest } from '../../../src/contract/pairing.ts';
import styles from './Pair.module.css';

/** Which device it is, and the two digits by which one knows that it is the TV one stands before. */
export function DeviceCard({ request: { device, checkDigits } }: { request: PairingRequest }) {
  const facts = [device.engine, device.resolution, device.address].filter((fact) => fact !== null);
  return (
    <section className={styles.device} aria-label="Aparelho">
      <span className={styles.picture} aria-hidden="true">
        <Tv />
      </span>
      <div className={styles.words}>
        <h2>{device.model ?? 'TV ou aparelho'}</h2>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      <p className={styles.check}>
        <span>A TV mostra também</span>
        <strong>{checkDigits}</strong>
      </p>
    </section>
  );
}
