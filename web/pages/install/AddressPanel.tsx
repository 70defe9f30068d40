import { paths } from '../../navigation/paths.ts';
import { Breakable } from '../../ui/text/Breakable.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import { isThisComputerOnly } from '../../components/screens/player-address.ts';
import { QrCode } from '../../components/screens/QrCode.tsx';
import styles from './AddressPanel.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the address to type on the TV, and a QR code that opens this guide on the installer's phone. */
export function AddressPanel({ server, otherAddresses }: { server: string; otherAddresses: readonly string[] }) {
  const address = `${server}${paths.play}`;
  const isReachable = !isThisComputerOnly(server);
  return (
    <Text
      as="section"
      canShrink
      surface
      className={classNames(styles.panel, isReachable && styles.withCode)}
      aria-labelledby="endereco"
    >
      <div className={styles.words}>
        <Text as="h2" muted size="sm" weight="medium" id="endereco">
          Endereço para abrir na tela
        </Text>
        <Row as="p" gap={2} align="center" className={styles.address}>
          <strong data-testid="play-address">
            <Breakable text={address} />
          </strong>
          <CopyButton label="Copiar o endereço" text={address} />
        </Row>
        {!isReachable ? (
          <Text as="div" marginTop={2}>
            <Callout tone="warning">
              Este endereço só abre neste computador. Abra o Antessala pelo endereço de rede do servidor e volte a esta
              página.
            </Callout>
          </Text>
        ) : (
          otherAddresses.length > 0 && (
            <Text as="p" muted size="sm" breakable marginTop={1}>
              Se não abrir, tente: {otherAddresses.map((other) => `${other}${paths.play}`).join(' ou ')}
            </Text>
          )
        )}
        <Stack as="ol" gap={5} muted size="sm" className={styles.before}>
          <li>
            <strong>Mesma rede.</strong> O aparelho precisa estar na rede deste servidor, de preferência por cabo. Redes
            de visitantes costumam bloquear.
          </li>
          <li>
            <strong>Celular.</strong> Na primeira vez a TV mostra um QR code: com o celular e a conta da clínica ela é
            pareada.
          </li>
          <li>
            <strong>Controle ou teclado.</strong> Só para a instalação. Depois a tela trabalha sozinha, até sem o
            servidor.
          </li>
        </Stack>
      </div>
      {isReachable && (
        <figure className={styles.phone}>
          <QrCode text={`${server}${paths.install}`} label="QR code deste guia" />
          <figcaption>Leia com o celular: se este guia abrir, a rede está certa.</figcaption>
        </figure>
      )}
    </Text>
  );
}
