import { useEffect, useRef, useState } from 'react';
import type { FirstStepsDone, FirstStepsInput } from '../../../src/contract/first-steps.ts';
import { call, CallError } from '../../api/client.ts';
import { invalidate } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { focusInvalidField } from '../../ui/form/focus-invalid-field.ts';
import { BackupStep } from './BackupStep.tsx';
import styles from './FirstSteps.module.css';
import { errorsOf, firstWrongStep, type SetupInfo, initialValues, requestBodyOf, steps, type Values } from './form.ts';
import { AdministratorStep, ClinicStep, ScreenStep } from './FormSteps.tsx';
import { StepList } from './StepList.tsx';
import { deleteStoredValues, readStoredValues, storeValues } from './stored-values.ts';
import { Row, Stack } from '../../ui/layout/primitives.tsx';

const lastStep = steps.length - 1;

/** Sends the values. If another browser has finished the setup meanwhile, reloads the setup's state for the page. */
async function finish(body: FirstStepsInput): Promise<FirstStepsDone> {
  try {
    const done = await call('POST /api/first-steps', { body });
    deleteStoredValues();
    return done;
  } catch (error) {
    if (error instanceof CallError && [404, 409].includes(error.status)) invalidate('GET /api/first-steps');
    throw error;
  }
}

/** Shows one step at a time, and sends the values of all steps after the last step. */
export function StepsForm({ setupInfo, onDone }: { setupInfo: SetupInfo; onDone: (done: FirstStepsDone) => void }) {
  const formElement = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState(0);
  const [backup, setBackup] = useState(setupInfo.backup);
  const form = useForm<Values>(() => ({ ...initialValues(setupInfo), ...readStoredValues() }), {
    errorTitle: 'Erro ao concluir os primeiros passos',
    check: errorsOf,
    save: async (values) => onDone(await finish(requestBodyOf(values, setupInfo))),
    mapServerErrors(fields) {
      const { 'contact.name': contactName, 'contact.address': contactAddress, ...others } = fields;
      const errors = { ...others, contactName, contactAddress };
      const wrongStep = firstWrongStep(errors);
      if (wrongStep >= 0) setStep(wrongStep);
      return errors;
    },
  });
  const { values, setError, submit, saving } = form;
  const { title, fields } = steps[step] ?? steps[0];

  useEffect(() => storeValues(values, initialValues(setupInfo)), [values, setupInfo]);

  // Screen readers and keyboard users start at the top of the new step.
  const isFirstRender = useRef(true);
  useEffect(() => {
    if (!isFirstRender.current) heading.current?.focus();
    isFirstRender.current = false;
  }, [step]);

  /** Makes the server check the backup folder. Returns false if the folder is unusable. */
  async function checkFolder(): Promise<boolean> {
    const response = await call('GET /api/first-steps', { query: { backupDirectory: values.backupDirectory.trim() } });
    const folder = response.given?.backup;
    if (!folder) return true;
    setBackup(folder);
    if (folder.problem !== null) setError('backupDirectory', folder.problem);
    return folder.problem === null;
  }

  const [next, checking] = useAction('Erro ao verificar', async () => {
    const errors = errorsOf(values);
    const invalidFields = fields.filter((field) => errors[field] !== undefined);
    for (const field of invalidFields) setError(field, errors[field]);
    if (invalidFields.length > 0) return;
    if (fields.some((field) => field === 'backupDirectory') && !(await checkFolder())) return;
    setStep(step + 1);
  });

  return (
    <Card>
      <StepList current={step} />
      <Stack
        as="form"
        gap={4}
        ref={formElement}
        marginTop={5}
        noValidate
        aria-labelledby="pergunta"
        onSubmit={(event) => {
          event.preventDefault();
          void (step === lastStep ? submit() : next()).then(() => focusInvalidField(formElement.current, 10));
        }}
      >
        <h2 ref={heading} id="pergunta" tabIndex={-1}>
          {title}
        </h2>
        {step === 0 && <ClinicStep form={form} />}
        {step === 1 && <AdministratorStep {...{ form }} />}
        {step === 2 && <BackupStep {...{ form, backup }} />}
        {step === 3 && <ScreenStep {...{ form }} />}
        <Row gap={2} wrap justify="end" className={styles.buttons}>
          {step > 0 && (
            <Button disabled={saving} onClick={() => setStep(step - 1)}>
              Voltar
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={saving || checking}
            pendingLabel={step === lastStep ? 'Concluindo...' : 'Verificando...'}
          >
            {step === lastStep ? 'Concluir e mostrar o código' : 'Continuar'}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
