import type { BackupLocation } from '../../../src/contract/first-steps.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import type { Form } from '../../state/form/use-form.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { formatGb } from '../../ui/text/format.ts';
import { Input } from '../../ui/form/Input.tsx';
import styles from './FirstSteps.module.css';
import type { Values } from './form.ts';
import { Text } from '../../ui/layout/primitives.tsx';

interface BackupStepProps {
  form: Pick<Form<Values>, 'values' | 'errors' | 'set'>;
  backup: BackupLocation;
}

/** Shows the form step for the folder of nightly backups. `backup` is the server's result of the last folder check. */
export function BackupStep({ form, backup }: BackupStepProps) {
  const { values } = form;
  const isUsable = values.backupDirectory.trim() === backup.directory && backup.problem === null;
  return (
    <>
      <p className={styles.fact}>
        Toda noite o Antessala guarda uma cópia de tudo. Ficam as das últimas noites e semanas; as mais antigas saem
        sozinhas.
      </p>
      <Input
        label="Pasta dos backups"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={backup.isGiven}
        hint={
          backup.isGiven
            ? 'Definida por BACKUP_DIR no servidor; aqui ela não muda.'
            : 'Uma pasta neste servidor. Com um disco USB conectado, por exemplo /media/backup.'
        }
        {...fieldOf(form, 'backupDirectory')}
      />
      {isUsable && backup.freeMb !== null && backup.totalMb !== null && (
        <p className={styles.fact}>
          O servidor pode gravar nesta pasta. Livres:{' '}
          <Text as="strong" nowrap>
            {formatGb(backup.freeMb)}
          </Text>{' '}
          de {formatGb(backup.totalMb)}.
        </p>
      )}
      {isUsable && backup.isSameDisk && (
        <Callout tone="warning" compact>
          Esta pasta fica no mesmo disco dos dados: se ele falhar, as cópias vão junto. Serve para começar; outro disco
          é melhor.
        </Callout>
      )}
    </>
  );
}
