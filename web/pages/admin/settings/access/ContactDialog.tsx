import { contactTextOf, contactUrlOf } from '../../../../../src/contract/text/contact-address.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import type { Contact } from '../../../../../src/contract/settings.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useForm } from '../../../../state/form/use-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';

/** Name, and a WhatsApp number, an e-mail or an address; without the latter there is no contact. */
export function ContactDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { values, errors, set, submit, saving } = useForm(
    () => ({ name: contact.name ?? '', address: contact.url ? contactTextOf(contact.url) : '' }),
    {
      errorTitle: 'Erro ao mudar contato',
      check: ({ address }) => ({
        address:
          address.trim() && contactUrlOf(address) === undefined
            ? 'Use um número de WhatsApp com DDD, um email ou um endereço https://'
            : undefined,
      }),
      async save({ name, address }) {
        await mutate(
          'PATCH /api/admin/settings',
          { body: { contact: { name: name.trim() || null, address: address.trim() || null } } },
          { invalidates: ['GET /api/admin/settings', 'GET /api/contact'] },
        );
        toast({ title: 'Contato atualizado' });
        onClose();
      },
      refused: (fields) => ({ name: fields['contact.name'], address: fields['contact.address'] }),
    },
  );
  return (
    <FormDialog
      title="Contato comercial"
      description="Aparece na tela do código de acesso, para quem ainda não tem um."
      action="Salvar"
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Nome"
        autoFocus
        autoComplete="off"
        placeholder="Equipe comercial"
        maxCharacters={limits.contactNameLength}
        value={values.name}
        error={errors.name}
        onChange={(name) => set({ name })}
      />
      <Input
        label="WhatsApp, email ou endereço"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="+55 11 99999-8888"
        hint="Vazio, o botão de contato não aparece"
        value={values.address}
        error={errors.address}
        onChange={(address) => set({ address })}
      />
    </FormDialog>
  );
}
