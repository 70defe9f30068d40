import type { CallRoom, CallService, CallSettings } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import styles from './SettingsTab.module.css';

interface ServiceDialogProps {
  service: CallService | undefined;
  rooms: readonly CallRoom[];
  prefixes: CallSettings['prefixes'];
  onClose: () => void;
}

export function ServiceDialog({ service, rooms, prefixes, onClose }: ServiceDialogProps) {
  const initial = { name: service?.name ?? '', prefix: service?.prefix ?? '', roomIds: service?.roomIds ?? [] };
  const { values, set, field, dialog } = useDialogForm(initial, {
    errorTitle: 'Erro ao salvar serviço',
    check: ({ name, prefix }) => ({
      name: name.trim() === '' ? 'Dê um nome ao serviço.' : undefined,
      prefix: /^[A-Z]{1,2}$/.test(prefix) ? undefined : 'Use uma ou duas letras.',
    }),
    async save(body) {
      if (service) await mutate('PATCH /api/call-services/:id', { params: { id: service.id }, body });
      else await mutate('POST /api/call-services', { body });
      toast({ title: service ? 'Serviço salvo' : 'Serviço criado' });
    },
    onClose,
  });
  const { prefix, roomIds } = values;
  // As the server does, put a hyphen between a prefix that ends in a digit and the number.
  const examples = ['', prefixes.preferential, prefixes.over80].map(
    (kindPrefix) => `${prefix}${kindPrefix}${/\d$/.test(kindPrefix) ? '-' : ''}001`,
  );
  return (
    <FormDialog
      {...dialog}
      title={service ? 'Editar serviço' : 'Novo serviço'}
      action={service ? 'Salvar' : 'Criar serviço'}
    >
      <Input
        autoFocus
        required
        label="Nome"
        placeholder="Coleta"
        autoComplete="off"
        maxLength={limits.calls.serviceNameLength}
        {...field('name')}
      />
      <Input
        required
        label="Prefixo das senhas"
        placeholder="C"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={2}
        hint={prefix ? `Senhas como ${examples.join(', ')}.` : 'Uma ou duas letras.'}
        {...field('prefix')}
        onChange={(value: string) => set({ prefix: value.toUpperCase() })}
      />
      <fieldset>
        <legend>Locais que atendem</legend>
        <Text as="p" muted size="sm">
          Sem nenhum marcado, todos os locais chamam estas senhas.
        </Text>
        <div className={styles.boxes}>
          {rooms.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={roomIds.includes(id)}
              onChange={(isChosen) =>
                set({ roomIds: isChosen ? [...roomIds, id] : roomIds.filter((each) => each !== id) })
              }
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
