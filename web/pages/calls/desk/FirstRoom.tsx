import { DoorOpen, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { fieldOf } from '../../../state/form/field-of.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import styles from './FirstRoom.module.css';

/** Shows the form that creates the first room. Calls need a room. */
export function FirstRoom({ mayCreate }: { mayCreate: boolean }) {
  const [initial] = useState({ name: 'Guichê 1' });
  const form = useForm(initial, {
    errorTitle: 'Erro ao criar local',
    check: ({ name }) => ({ name: name.trim() === '' ? 'Dê um nome ao local.' : undefined }),
    save: ({ name }) => mutate('POST /api/call-rooms', { body: { name } }),
  });
  const { submit, saving } = form;
  function send(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }
  return (
    <EmptyState
      icon={<DoorOpen />}
      title={mayCreate ? 'Crie o primeiro local' : 'Ainda não há locais'}
      text={
        mayCreate
          ? 'Para onde os pacientes vão quando são chamados: um guichê, um consultório, a triagem. Depois é só digitar a senha e teclar Enter.'
          : 'Quem cuida das chamadas cria aqui os guichês e consultórios.'
      }
      action={
        mayCreate && (
          <form className={styles.form} onSubmit={send}>
            <Input
              label="Nome do local"
              autoComplete="off"
              maxLength={limits.calls.roomNameLength}
              {...fieldOf(form, 'name')}
            />
            <Button type="submit" variant="primary" icon={<Plus />} pending={saving}>
              Criar local
            </Button>
          </form>
        )
      }
    />
  );
}
