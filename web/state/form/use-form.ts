import { useEffect, useState } from 'react';
import { CallError } from '../../api/client.ts';
import { useAction } from './use-action.ts';

/** A sentence for each field with an invalid value. */
export type FormErrors<Values> = { [Name in keyof Values]?: string | undefined };

/** True if a field of this form has an error. Errors of fields that the form does not have need a toast. */
export const hasFieldError = <Values extends object>(values: Values, found: FormErrors<Values>) =>
  Object.entries(found).some(([name, error]) => error !== undefined && name in values);

/** True if a value differs from the one with which the form was opened. */
export const isChanged = <Values extends object>(initial: Values, current: Values) =>
  Object.entries(current).some(([name, value]) => value !== initial[name as keyof Values]);

export interface FormOptions<Values> {
  /** Title of the toast when saving fails for a reason that concerns none of the fields. */
  errorTitle: string;
  check: (values: Values) => FormErrors<Values>;
  save: (values: Values) => Promise<unknown>;
  /** Maps the server's field errors to this form's fields. Needed only where the field names differ. */
  mapServerErrors?: (fields: Readonly<Record<string, string | undefined>>) => FormErrors<Values>;
}

export interface Form<Values> {
  values: Values;
  errors: FormErrors<Values>;
  /** Changes values and clears their errors. */
  set: (changes: Partial<Values>) => void;
  /** Sets the error of one field, or clears it (undefined). */
  setError: (name: keyof Values, error: string | undefined) => void;
  submit: () => Promise<void>;
  saving: boolean;
}

/**
 * Returns the state of a form: values, errors found by `check` or by the server, and saving.
 *
 *     const { values, errors, set, submit, saving } = useForm({ name: '' }, { errorTitle: 'Erro ao criar', check, save });
 */
export function useForm<Values extends object>(
  initial: Values | (() => Values),
  { errorTitle, check, save, mapServerErrors }: FormOptions<Values>,
): Form<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [initialValues] = useState(values);
  useLeaveWarning(isChanged(initialValues, values));

  /** Shows the errors. Returns true if a field of the form has one. */
  function showErrors(found: FormErrors<Values>): boolean {
    setErrors(found);
    return hasFieldError(values, found);
  }

  const [send, saving] = useAction(errorTitle, save, (failure) => {
    const fields = failure instanceof CallError ? failure.fields : {};
    return showErrors(mapServerErrors ? mapServerErrors(fields) : (fields as FormErrors<Values>));
  });

  return {
    values,
    errors,
    set(changes) {
      setValues((previous) => ({ ...previous, ...changes }));
      setErrors((previous) => ({
        ...previous,
        ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])),
      }));
    },
    setError: (name, error) => setErrors((previous) => ({ ...previous, [name]: error })),
    async submit() {
      if (!showErrors(check(values))) await send(values);
    },
    saving,
  };
}

const preventUnload = (event: Event) => event.preventDefault();

/** Makes the browser ask before it closes or reloads the window while `isUnsaved`. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isUnsaved]);
}
