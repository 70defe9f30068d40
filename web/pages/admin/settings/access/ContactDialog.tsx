import { contactTextOf, contactUrlOf } from '../../../../../src/contract/text/contact-address.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import type { Contact } from '../../../../../src/contract/settings.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { changeSettings } from '../change-settings.ts';

/** Changes the contact: a name, and a WhatsApp number, e-mail or web address. An empty address removes the contact. */
export function ContactDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { field, dialog } = useDialogForm(
    { name: contact.name ?? '', address: contact.url ? contactTextOf(contact.url) : '' },
    {
      errorTitle: 'Erro ao mudar contato',
      onClose,
      check: ({ address }) => ({
        address:
          address.trim() && contactUrlOf(address) === undefined
            ? 'Use um número de WhatsApp com DDD, um email ou um endereço https://'
            : undefined,
      }),
      async save({ name, address }) {
        await changeSettings({ contact: { name: name.trim() || null, address: address.trim() || null } });
        toast({ title: 'Contato atualizado' });
      },
      mapServerErrors: (fields) => ({ name: fields['contact.name'], address: fields['contact.address'] }),
    },
  );
  return (
    <FormDialog
      {...dialog}
      title="Contato comercial"
      description="Aparece na tela do código de acesso, para quem ainda não tem um."
      action="Salvar"
    >
      <Input
        label="Nome"
        autoFocus
        autoComplete="off"
        placeholder="Equipe comercial"
        maxCharacters={limits.contactNameLength}
        {...field('name')}
      />
      <Input
        label="WhatsApp, email ou endereço"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="+55 11 99999-8888"
        hint="Vazio, o botão de contato não aparece"
        {...field('address')}
      />
    </FormDialog>
  );
}
