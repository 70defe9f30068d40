import { Button } from '../../../../ui/action/Button.tsx';
import { CopyButton } from '../../../../ui/action/CopyButton.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import styles from './PasswordDialog.module.css';

/** The password that has just been set. It can be read nowhere else, so that only its own button closes this. */
export function NewPasswordDialog({
  username,
  password,
  onClose,
}: {
  username: string;
  password: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      alert
      size="sm"
      title="Nova senha"
      description={
        <>
          Informe a <strong>{username}</strong>. Depois de fechar, ela não aparece mais.
        </>
      }
      // Esc and Back are pressed too easily.
      onClose={() => {}}
      footer={
        <>
          <CopyButton label="Copiar senha" caption="Copiar" text={password} />
          <Button variant="primary" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      <output className={styles.set}>{password}</output>
    </Dialog>
  );
}
