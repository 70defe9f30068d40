import { useEffect, useState } from 'react';
import { CallError } from '../../api/client.ts';
import { useAction } from './use-action.ts';

/** A sentence for each field that is wrong. */
export type FormErrors<Values> = { [Name in keyof Values]?: string | undefined };

/** True when one of the form's own fields is wrong; a refusal of any other needs a toast. */
export const hasFieldError = <Values extends object>(values: Values, found: FormErrors<Values>) =>
  Object.entries(found).some(([name, error]) => error !== undefined && name in values);

/** True when a value is another one than in the form as it was opened. */
export const isChanged = <Values extends object>(before: Values, now: Values) =>
  Object.entries(now).some(([name, value]) => value !== before[name as keyof Values]);

export interface FormOptions<Values> {
  /** The title of the toast when saving fails for a reason that is no field's. */
  errorTitle: string;
  check: (values: Values) => FormErrors<Values>;
  save: (values: Values) => Promise<unknown>;
  /** The server's field errors by this form's names, where they differ. */
  refused?: (fields: Readonly<Record<string, string | undefined>>) => FormErrors<Values>;
}

export interface Form<Values> {
  values: Values;
  errors: FormErrors<Values>;
  /** Changes values and forgets what was wrong with them. */
  set: (changes: Partial<Values>) => void;
  /** Says what is wrong with one field, or (undefined) nothing any more. */
  setError: (name: keyof Values, error: string | undefined) => void;
  submit: () => Promise<void>;
  saving: boolean;
}

/**
 * The state of a form: its values, their errors found here or by the server, and saving.
 *
 *     const { values, errors, set, submit, saving } = useForm({ name: '' }, { errorTitle: 'Erro ao criar', check, save });
 */
export function useForm<Values extends object>(
  initial: Values | (() => Values),
  { errorTitle, check, save, refused }: FormOptions<Values>,
): Form<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [untouched] = useState(values);
  useLeaveWarning(isChanged(untouched, values));

  /** True when a field of the form is wrong. */
  function show(found: FormErrors<Values>): boolean {
    setErrors(found);
    return hasFieldError(values, found);
  }

  const [send, saving] = useAction(errorTitle, save, (failure) => {
    const fields = failure instanceof CallError ? failure.fields : {};
    return show(refused ? refused(fields) : (fields as FormErrors<Values>));
  });

  return {
    values,
    errors,
    set(changes) {
      setValues((last) => ({ ...last, ...changes }));
      setErrors((last) => ({ ...last, ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])) }));
    },
    setError: (name, error) => setErrors((last) => ({ ...last, [name]: error })),
    async submit() {
      if (!show(check(values))) await send(values);
    },
    saving,
  };
}

const warn = (event: Event) => event.preventDefault();

/** While `isUnsaved`, closing or reloading the window would lose what was typed: the browser asks first. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
