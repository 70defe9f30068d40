import { MonitorSmartphone } from 'lucide-react';
import { isThisComputerOnly } from '../../../../components/screens/player-address.ts';
import { paths } from '../../../../navigation/paths.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { ButtonLink } from '../../../../ui/action/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CopyButton } from '../../../../ui/action/CopyButton.tsx';
import styles from './AddressesCard.module.css';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';

/** Lists the addresses at which TVs and phones in the clinic's network reach this server. */
export function AddressesCard() {
  const installation = useResource('GET /api/installation');
  const { addresses = [], secureAddresses = [] } = installation.data ?? {};
  // Without a response, or without a network, show the address that works in this browser.
  const serverAddresses = [...secureAddresses, ...addresses];
  const shown = serverAddresses.length > 0 ? serverAddresses : [location.origin];
  return (
    <Card title="Endereço na rede">
      <Text as="p" muted size="sm">
        {shown.every(isThisComputerOnly)
          ? 'Este endereço só abre neste computador: o servidor não encontrou uma rede.'
          : 'Nas TVs e nos celulares da mesma rede, abra um destes endereços.'}
      </Text>
      <Stack as="ul" className={styles.list}>
        {shown.map((address) => (
          <Row as="li" gap={3} align="center" between key={address}>
            <code>{address}</code>
            <CopyButton size="sm" label={`Copiar ${address}`} text={address} />
          </Row>
        ))}
      </Stack>
      <ButtonLink href={paths.install} icon={<MonitorSmartphone aria-hidden="true" />}>
        Como instalar nos aparelhos
      </ButtonLink>
    </Card>
  );
}
