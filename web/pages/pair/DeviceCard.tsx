import { Tv } from 'lucide-react';
import type { PendingDevice } from '../../../src/contract/pairing.ts';
import styles from './Pair.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows the device, and the two digits that the TV shows too. */
export function DeviceCard({ pending: { device, checkDigits } }: { pending: PendingDevice }) {
  const details = [device.engine, device.resolution, device.address].filter((detail) => detail !== null);
  return (
    <Row as="section" gap={4} rowGap={3} align="center" wrap className={styles.device} aria-label="Aparelho">
      <Row as="span" muted noShrink aria-hidden="true">
        <Tv size="2rem" />
      </Row>
      <div className={styles.words}>
        <Text as="h2" size="md" breakable>
          {device.model ?? 'TV ou aparelho'}
        </Text>
        <Text as="p" muted size="sm" breakable>
          {details.join(' · ')}
        </Text>
      </div>
      <Row as="p" gap={3} align="center" muted size="sm">
        <span>A TV mostra também</span>
        <strong className={styles.digits}>{checkDigits}</strong>
      </Row>
    </Row>
  );
}
