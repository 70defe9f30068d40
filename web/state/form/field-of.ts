import type { Form } from './use-form.ts';

/** Returns the props of one field of a form: `<Input label="Nome" {...fieldOf(form, 'name')} />`. */
export function fieldOf<Values, Name extends keyof Values>(
  { values, errors, set }: Pick<Form<Values>, 'values' | 'errors' | 'set'>,
  name: Name,
) {
  return {
    value: values[name],
    error: errors[name],
    onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
  };
}
