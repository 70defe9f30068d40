import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { mutate, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useForm } from '../../../../state/form/use-form.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Fact, Facts } from '../system/Facts.tsx';
import styles from '../mail/MailCard.module.css';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Changes the clinic's name. */
export function ClinicCard() {
  const { data, error, refetch } = useResource('GET /api/admin/settings');
  const [isChanging, setChanging] = useState(false);
  return (
    <Card title="Clínica">
      {data ? (
        <>
          <p className={styles.use}>O nome aparece no assunto dos emails que o Antessala envia.</p>
          {data.clinicName !== null && (
            <Facts>
              <Fact name="Nome">{data.clinicName}</Fact>
            </Facts>
          )}
          <Row gap={2} wrap className={styles.buttons}>
            <Button icon={<Pencil aria-hidden="true" />} onClick={() => setChanging(true)}>
              {data.clinicName === null ? 'Definir nome' : 'Mudar nome'}
            </Button>
          </Row>
          {isChanging && <ClinicDialog name={data.clinicName} onClose={() => setChanging(false)} />}
        </>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Skeleton height="5rem" radius="var(--radius)" />
      )}
    </Card>
  );
}

function ClinicDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const { values, errors, set, submit, saving } = useForm(() => ({ clinicName: name ?? '' }), {
    errorTitle: 'Erro ao mudar o nome',
    check: () => ({}),
    async save({ clinicName }) {
      await mutate(
        'PATCH /api/admin/settings',
        { body: { clinicName: clinicName.trim() || null } },
        { invalidates: ['GET /api/admin/settings'] },
      );
      toast({ title: 'Nome da clínica atualizado' });
      onClose();
    },
  });
  return (
    <FormDialog title="Nome da clínica" action="Salvar" pending={saving} onSubmit={submit} onClose={onClose}>
      <Input
        label="Nome"
        autoFocus
        autoComplete="organization"
        hint="Vazio, os emails não dizem o nome"
        maxCharacters={limits.clinicNameLength}
        value={values.clinicName}
        error={errors.clinicName}
        onChange={(clinicName) => set({ clinicName })}
      />
    </FormDialog>
  );
}
