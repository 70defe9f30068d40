import { CopyButton } from '../../ui/action/CopyButton.tsx';
import { QrCode } from '../screens/QrCode.tsx';
import styles from './SecondFactor.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the secret for an authenticator app as a QR code and as text. */
export function SecretQrCode({ secret, uri }: { secret: string; uri: string }) {
  const blocks = secret.match(/.{1,4}/g) ?? [];
  return (
    <Row gap={4} align="center" wrap>
      <Text as="div" noShrink className={styles.qr}>
        <QrCode text={uri} label="QR code para o aplicativo autenticador" />
      </Text>
      <Stack gap={2} muted size="sm" className={styles.text}>
        <p>Sem câmera? Digite esta chave no aplicativo:</p>
        <Text as="p" breakable className={styles.secret}>
          {blocks.join(' ')}
        </Text>
        <CopyButton label="Copiar a chave" caption="Copiar chave" size="sm" text={secret} />
      </Stack>
    </Row>
  );
}
