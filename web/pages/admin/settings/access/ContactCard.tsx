import { MessageCircle, Pencil } from 'lucide-react';
import { useState } from 'react';
import { contactTextOf } from '../../../../../src/contract/text/contact-address.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { LoadedCard } from '../LoadedCard.tsx';
import styles from '../mail/MailCard.module.css';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Shows and changes the contact for people without an access code. */
export function ContactCard() {
  const settings = useResource('GET /api/admin/settings');
  const [isChanging, setChanging] = useState(false);
  return (
    <LoadedCard title="Contato comercial" resource={settings} height="5rem">
      {({ contact }) => (
        <>
          <p className={styles.explanation}>
            {contact.url
              ? 'Quem se cadastra e não tem o código de acesso fala com este contato.'
              : 'Sem contato, a tela do código de acesso não mostra o botão “Falar com a equipe comercial”.'}
          </p>
          {contact.url && (
            <DescriptionList>
              {contact.name && <Description name="Nome">{contact.name}</Description>}
              <Description name="Contato">
                <Breakable text={contactTextOf(contact.url)} />
              </Description>
            </DescriptionList>
          )}
          <Row gap={2} wrap className={styles.buttons}>
            <Button
              icon={contact.url ? <Pencil aria-hidden="true" /> : <MessageCircle aria-hidden="true" />}
              onClick={() => setChanging(true)}
            >
              {contact.url ? 'Mudar contato' : 'Definir contato'}
            </Button>
          </Row>
          {isChanging && <ContactDialog contact={contact} onClose={() => setChanging(false)} />}
        </>
      )}
    </LoadedCard>
  );
}
