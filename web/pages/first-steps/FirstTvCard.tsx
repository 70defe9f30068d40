import type { FirstStepsDone } from '../../../src/contract/first-steps.ts';
import { isThisComputerOnly, playerAddress } from '../../components/screens/player-address.ts';
import { QrCode } from '../../components/screens/QrCode.tsx';
import { useServerAddress } from '../../components/screens/use-server-address.ts';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Breakable } from '../../ui/text/Breakable.tsx';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import styles from './FirstTvCard.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the card 'Parear a primeira TV': the address to open on the TV, the code to type, and later that the TV is connected. */
export function FirstTvCard({ screen }: { screen: FirstStepsDone['screen'] }) {
  const server = useServerAddress();
  const installation = useResource('GET /api/installation');
  const otherAddresses = (installation.data?.addresses ?? []).filter((address) => address !== server);
  const isReachable = !isThisComputerOnly(server);
  const screens = useResource('GET /api/my-players', undefined, { refetchMs: 5_000 });
  const isPaired = screens.data?.find(({ id }) => id === screen.id)?.isPaired ?? false;
  return (
    <Card title="Parear a primeira TV">
      <Stack gap={6} align="start" className={styles.columns}>
        <Stack as="ol" gap={5}>
          <li>
            <Text as="h3" muted size="sm" weight="medium">
              Abra na TV
            </Text>
            <Row as="p" gap={2} align="center" wrap marginTop={1}>
              <strong className={styles.address}>
                <Breakable text={playerAddress(server)} />
              </strong>
              <CopyButton size="sm" label="Copiar o endereço" text={playerAddress(server)} />
            </Row>
            {otherAddresses.length > 0 && (
              <Text as="p" muted size="sm" marginTop={1}>
                Se a TV não abrir, tente: <Breakable text={otherAddresses.map(playerAddress).join(', ')} />
              </Text>
            )}
            {!isReachable && (
              <Callout tone="warning" compact>
                Este endereço só abre neste computador: o servidor não encontrou uma rede. Conecte-o à rede da clínica e
                recarregue.
              </Callout>
            )}
          </li>
          <li>
            <Text as="h3" muted size="sm" weight="medium">
              Digite o código de {screen.name}
            </Text>
            <Row as="p" gap={2} align="center" wrap marginTop={1} data-testid="activation-code">
              <span className={styles.code}>{screen.activationCode}</span>
              <CopyButton size="sm" label="Copiar o código" text={screen.activationCode} />
            </Row>
          </li>
          <li>
            <Text as="h3" muted size="sm" weight="medium">
              Envie vídeos e imagens
            </Text>
            <Text as="p" marginTop={1}>
              Em Gestão, coloque-os em uma playlist e envie-a para esta TV.
            </Text>
          </li>
        </Stack>
        {isReachable && (
          <figure className={styles.phone}>
            <QrCode text={`${server}${paths.install}`} label="QR code do guia de instalação" />
            <figcaption>Leia com o celular: o passo a passo de cada aparelho.</figcaption>
          </figure>
        )}
      </Stack>
      <div role="status" className={styles.state}>
        {isPaired && <Callout tone="success">A TV {screen.name} está conectada.</Callout>}
      </div>
      <Row gap={2} wrap className={styles.buttons}>
        <ButtonLink variant="primary" href={paths.manage}>
          Enviar os primeiros vídeos
        </ButtonLink>
        <ButtonLink href={paths.home}>Ir para o início</ButtonLink>
      </Row>
    </Card>
  );
}
