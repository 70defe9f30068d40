import { type RefObject, useEffect, useRef } from 'react';
import type { ClinicProfile } from '../../../src/contract/accounts/clinic.ts';
import { limits } from '../../../src/contract/limits.ts';
import { identificationLine, missingIdentification } from '../../../src/contract/text/identification.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { isChanged, useForm } from '../../state/form/use-form.ts';
import { mutate } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { focusInvalidField } from '../../ui/form/focus-invalid-field.ts';
import { Input } from '../../ui/form/Input.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import styles from './Clinic.module.css';
import { Doctors } from './Doctors.tsx';
import { profileErrors, profileOf, valuesOf } from './profile-values.ts';
import { StateField } from './StateField.tsx';

interface ProfileFormProps {
  profile: ClinicProfile;
  /** True after the person saved or discarded the typed values: the form that then replaces this one focuses the save button. */
  wasSaved: RefObject<boolean>;
  hasUnsavedInput: RefObject<boolean>;
  /** Replaces the typed values with the profile that another window saved; undefined unless another window has saved one. */
  onShowSaved: (() => void) | undefined;
}

const saveId = 'salvar-identificacao';

/** Shows the form for the clinic's profile and the identification line made from it. Only owners may change the profile. */
export function ProfileForm({ profile, wasSaved, hasUnsavedInput, onShowSaved }: ProfileFormProps) {
  const box = useRef<HTMLFormElement>(null);
  const mayChange = hasCapability('account');
  const form = useForm(() => valuesOf(profile), {
    errorTitle: 'Erro ao salvar a identificação',
    check: profileErrors,
    mapServerErrors: (fields) => ({
      ...fields,
      ...(Object.keys(fields).some((name) => name.startsWith('doctors.')) && { doctors: '' }), // as in `profileErrors`
    }),
    async save(values) {
      wasSaved.current = true;
      hasUnsavedInput.current = false;
      try {
        await mutate('PUT /api/clinic-profile', { body: profileOf(values) });
      } catch (error) {
        hasUnsavedInput.current = true;
        throw error;
      }
      toast({ title: 'Identificação salva', description: 'As TVs que mostram publicidade já recebem a nova linha.' });
    },
  });
  const isFormChanged = isChanged(valuesOf(profile), form.values);
  useEffect(() => {
    hasUnsavedInput.current = isFormChanged;
  }, [hasUnsavedInput, isFormChanged]);
  // This form replaces one that was saved or discarded: keep the focus on the button.
  useEffect(() => {
    if (wasSaved.current) document.getElementById(saveId)?.focus();
  }, [wasSaved]);
  const typed = profileOf(form.values);
  const [line, missing] = [identificationLine(typed), missingIdentification(typed)];
  const nameLimit = { counterMax: limits.clinic.nameLength };
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit().then(() => focusInvalidField(box.current));
      }}
    >
      <Stack as="fieldset" fluid gap={5} disabled={!mayChange} className={styles.fields}>
        {onShowSaved && (
          <Callout
            tone="warning"
            role="status"
            actions={
              <Button size="sm" onClick={onShowSaved}>
                Ver o que foi salvo
              </Button>
            }
          >
            A identificação foi salva em outra janela. O que você digitou continua aqui; salvar substitui o que foi
            salvo lá.
          </Callout>
        )}
        <Card title="Na TV">
          <p className={styles.line}>{line || 'A linha aparece aqui.'}</p>
          {missing.length > 0 && (
            <Callout tone="warning" compact>
              Falta: {missing.join(', ')}. Até lá, a linha sai com o que há.
            </Callout>
          )}
        </Card>
        <Card title="Clínica">
          <Grid gap={4} min="14rem">
            <Input label="Nome da clínica" autoComplete="organization" {...nameLimit} {...fieldOf(form, 'name')} />
            <Input label="CRM-PJ" hint="Registro da clínica no CRM" {...fieldOf(form, 'crmPj')} />
            <Input label="CNPJ (opcional)" {...fieldOf(form, 'cnpj')} />
          </Grid>
        </Card>
        <Card title="Diretor técnico">
          <Grid gap={4} min="14rem">
            <Input label="Nome do diretor técnico" {...nameLimit} {...fieldOf(form, 'director.name')} />
            <StateField label="Estado do CRM do diretor" {...fieldOf(form, 'director.crmState')} />
            <Input label="CRM do diretor" inputMode="numeric" {...fieldOf(form, 'director.crm')} />
            <Input
              label="RQE do diretor"
              hint="Obrigatório para especialistas"
              inputMode="numeric"
              {...fieldOf(form, 'director.rqe')}
            />
          </Grid>
        </Card>
        <Doctors form={form} />
        {mayChange ? (
          <Row>
            <Button id={saveId} type="submit" variant="primary" pending={form.saving} pendingLabel="Salvando...">
              Salvar identificação
            </Button>
          </Row>
        ) : (
          <Text as="p" muted size="sm">
            Só proprietários da conta mudam a identificação.
          </Text>
        )}
      </Stack>
    </form>
  );
}
