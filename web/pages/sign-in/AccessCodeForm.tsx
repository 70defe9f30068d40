import { KeyRound, MessageCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { contactHref } from '../../../src/contract/text/contact-address.ts';
import { limits } from '../../../src/contract/limits.ts';
import { CallError, call } from '../../api/client.ts';
import { useResource } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import styles from './Form.module.css';
import { contactMessage } from './form-errors.ts';
import { InterimView } from './InterimView.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows the form for the access code. After a valid code the server accepts a registration for ten minutes. */
export function AccessCodeForm({
  registering,
  onAccepted,
  onBack,
}: {
  registering: boolean;
  onAccepted: () => void;
  onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const contact = useResource('GET /api/contact').data;

  const [validate, validating] = useAction(
    'Falha no registro',
    async () => {
      await call('POST /api/register/validate-code', { body: { code: code.trim() } });
      onAccepted();
    },
    (failure) => {
      if (!(failure instanceof CallError) || failure.status === 0 || failure.status >= 500) return false;
      setError(
        failure.status === 429 ? failure.message : 'Código inválido. Entre em contato com nossa equipe comercial.',
      );
      return true;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim() && !registering) void validate();
  }

  return (
    <InterimView
      icon={<KeyRound aria-hidden="true" />}
      title="Código de Acesso"
      text="Digite o código que a equipe comercial enviou para concluir o cadastro."
      onBack={onBack}
      after={
        contact?.url && (
          <Stack gap={2} muted size="sm" className={styles.contact}>
            <p>Ainda não tem um código?{contact.name && ` Fale com ${contact.name}.`}</p>
            <ButtonLink
              href={contactHref(contact.url, contactMessage)}
              target="_blank"
              rel="noopener noreferrer"
              block
              icon={<MessageCircle aria-hidden="true" />}
            >
              Falar com a equipe comercial
            </ButtonLink>
          </Stack>
        )
      }
    >
      <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.code}>
          <Input
            label="Código"
            placeholder="Digite o código"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={limits.accessCodeLength}
            value={code}
            error={error}
            onChange={(value) => {
              // A leading space would count towards the maximum length and cut off the last character.
              setCode(value.trimStart().toUpperCase());
              setError(undefined);
            }}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={!code.trim()}
          pending={validating || registering}
          pendingLabel={registering ? 'Criando conta...' : 'Validando...'}
        >
          Validar Código
        </Button>
      </Stack>
    </InterimView>
  );
}
