import type { MyPlayer } from '../../../../src/contract/players.ts';
import { hiddenCodeText, connectSteps } from '../../../components/screens/screen-view.ts';
import { useServerHost } from '../../../components/screens/use-server-address.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { CopyButton } from '../../../ui/action/CopyButton.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import styles from './ConnectDialog.module.css';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';

/** Explains how to connect a TV that is offline, or how to pair a screen that has no TV. */
export function ConnectDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const host = useServerHost();
  return (
    <Dialog
      open
      size="sm"
      title={screen.isPaired ? 'Como conectar' : 'Parear TV'}
      description={screen.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <Stack as="ol" gap={2} className={styles.steps}>
        {connectSteps(screen, host).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Stack>
      {!screen.isPaired &&
        (screen.activationCode ? (
          <Row as="p" gap={3} align="center" wrap justify="center" size="lg" className={styles.code}>
            <span>{screen.activationCode}</span>
            <CopyButton size="sm" label={`Copiar código de ativação de ${screen.name}`} text={screen.activationCode} />
          </Row>
        ) : (
          <p>{hiddenCodeText}</p>
        ))}
    </Dialog>
  );
}
