import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { changeSettings } from '../change-settings.ts';
import { LoadedCard } from '../LoadedCard.tsx';
import styles from '../mail/MailCard.module.css';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Shows and changes the name of the clinic that runs this server. Subjects of the server's e-mails contain the name. */
export function ClinicCard() {
  const settings = useResource('GET /api/admin/settings');
  const [isChanging, setChanging] = useState(false);
  return (
    <LoadedCard title="Clínica" resource={settings} height="5rem">
      {({ clinicName }) => (
        <>
          <p className={styles.explanation}>O nome aparece no assunto dos emails que o Antessala envia.</p>
          {clinicName !== null && (
            <DescriptionList>
              <Description name="Nome">{clinicName}</Description>
            </DescriptionList>
          )}
          <Row gap={2} wrap className={styles.buttons}>
            <Button icon={<Pencil aria-hidden="true" />} onClick={() => setChanging(true)}>
              {clinicName === null ? 'Definir nome' : 'Mudar nome'}
            </Button>
          </Row>
          {isChanging && <ClinicDialog name={clinicName} onClose={() => setChanging(false)} />}
        </>
      )}
    </LoadedCard>
  );
}

function ClinicDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const { field, dialog } = useDialogForm(
    { clinicName: name ?? '' },
    {
      errorTitle: 'Erro ao mudar o nome',
      onClose,
      check: () => ({}),
      async save({ clinicName }) {
        await changeSettings({ clinicName: clinicName.trim() || null });
        toast({ title: 'Nome da clínica atualizado' });
      },
    },
  );
  return (
    <FormDialog {...dialog} title="Nome da clínica" action="Salvar">
      <Input
        label="Nome"
        autoFocus
        autoComplete="organization"
        hint="Vazio, os emails não dizem o nome"
        maxCharacters={limits.clinicNameLength}
        {...field('clinicName')}
      />
    </FormDialog>
  );
}
