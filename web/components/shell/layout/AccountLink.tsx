import { useSignals } from '@preact/signals-react/runtime';
import { paths } from '../../../navigation/paths.ts';
import { currentLocation, isSamePath } from '../../../navigation/router.ts';
import { firstName } from '../../../state/session.ts';
import { Avatar } from '../../../ui/data/Avatar.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import styles from './AccountLink.module.css';

/** Shows the signed-in person's name in the bar, as a link to 'Minha conta'. */
export function AccountLink() {
  useSignals();
  const isCurrentPage = isSamePath(paths.account, currentLocation.value.path);
  return (
    <Row
      as="a"
      gap={2}
      align="center"
      size="sm"
      weight="medium"
      canShrink
      href={paths.account}
      className={styles.link}
      title="Minha conta"
      aria-label={`${firstName.value}: minha conta`}
      aria-current={isCurrentPage ? 'page' : undefined}
    >
      <Avatar name={firstName.value} size={32} />
      <Text ellipsis>{firstName.value}</Text>
    </Row>
  );
}
