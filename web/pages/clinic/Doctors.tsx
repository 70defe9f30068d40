import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { ClinicDoctor } from '../../../src/contract/accounts/clinic.ts';
import { limits } from '../../../src/contract/limits.ts';
import type { Form } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import type { ProfileValues } from './profile-values.ts';
import { StateField } from './StateField.tsx';

const newDoctor: ClinicDoctor = { name: '', specialty: '', crmState: '', crm: '', rqe: '' };

/** Shows the clinic's doctors, each with its fields. */
export function Doctors({ form }: { form: Form<ProfileValues> }) {
  const { doctors } = form.values;
  const box = useRef<HTMLDivElement>(null);
  const errors = form.errors as Readonly<Record<string, string | undefined>>;
  const set = (next: ClinicDoctor[]) => form.set({ doctors: next });
  /** Removes a doctor and focuses the next button, because the pressed one disappears. */
  function remove(index: number): void {
    set(doctors.filter((_, eachIndex) => eachIndex !== index));
    requestAnimationFrame(() => {
      const buttons = box.current?.querySelectorAll<HTMLElement>('button') ?? [];
      buttons[Math.min(index, buttons.length - 1)]?.focus();
    });
  }
  return (
    <Card title="Médicos">
      <div ref={box}>
        <Stack fluid gap={4}>
          {doctors.length === 0 && (
            <Text as="p" muted size="sm">
              Nenhum médico ainda. Os cartazes da equipe usam estes nomes.
            </Text>
          )}
          <Stack as="ul" fluid gap={5} aria-label="Médicos">
            {Array.from(doctors.entries(), ([index, doctor]) => {
              const field = <Name extends keyof ClinicDoctor>(name: Name) => ({
                value: doctor[name],
                error: errors[`doctors.${index}.${name}`],
                onChange: (value: ClinicDoctor[Name]) =>
                  set(doctors.map((each, eachIndex) => (eachIndex === index ? { ...each, [name]: value } : each))),
              });
              const ofDoctor = `do médico ${index + 1}`;
              return (
                // Doctors have no id. Their index can be the key, because the fields have no state.
                <Row as="li" key={index} gap={3} align="start">
                  <Grid gap={4} min="11rem" grow>
                    <Input label={`Nome ${ofDoctor}`} counterMax={limits.clinic.nameLength} {...field('name')} />
                    <Input label={`Especialidade ${ofDoctor}`} {...field('specialty')} />
                    <StateField label={`Estado do CRM ${ofDoctor}`} {...field('crmState')} />
                    <Input label={`CRM ${ofDoctor}`} inputMode="numeric" {...field('crm')} />
                    <Input label={`RQE ${ofDoctor}`} inputMode="numeric" {...field('rqe')} />
                  </Grid>
                  <IconButton
                    label={`Remover ${doctor.name || `médico ${index + 1}`}`}
                    icon={<Trash2 />}
                    onClick={() => remove(index)}
                  />
                </Row>
              );
            })}
          </Stack>
          {doctors.length < limits.clinic.doctors && (
            <Row>
              <Button icon={<Plus />} onClick={() => set([...doctors, newDoctor])}>
                Adicionar médico
              </Button>
            </Row>
          )}
        </Stack>
      </div>
    </Card>
  );
}
