import type { Invitation } from '../../../src/contract/accounts/team.ts';
import { QrCode } from '../../components/screens/QrCode.tsx';
import { useServerAddress } from '../../components/screens/use-server-address.ts';
import { paths } from '../../navigation/paths.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import { CopyField } from './CopyField.tsx';
import styles from './InvitationDialog.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the link and the QR code for an invitation or a new password. They cannot be shown again. */
export function InvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { member, code, expiresAt, isMailed } = invitation;
  const address = `${useServerAddress()}${paths.join}#${code}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={member.status === 'invited' ? 'Link do convite' : 'Link para uma nova senha'}
      description={`Para ${member.name ?? member.email}: vale até ${formatDateTime(expiresAt)} e funciona uma vez só.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Concluir
        </Button>
      }
    >
      <Row gap={5} align="start" className={styles.body}>
        <div className={styles.code}>
          <QrCode text={address} label="Código QR do convite" />
        </div>
        <Stack gap={4} grow className={styles.words}>
          <p>
            {!isMailed && 'Nenhum email foi enviado. '}
            Aponte a câmera do celular da pessoa para o código, ou mande o link a ela.
          </p>
          <CopyField label="Link" copyLabel="Copiar link" text={address} />
          <Text as="p" muted size="sm">
            {isMailed
              ? `O link também foi por email para ${member.email}.`
              : 'Depois de fechar, este link não aparece mais: crie outro se precisar.'}
          </Text>
        </Stack>
      </Row>
    </Dialog>
  );
}
