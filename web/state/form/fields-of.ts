import type { Form } from './use-form.ts';

/** Ties controls to the values of a form: `const field = fieldsOf(form)`, then `<Input label="Nome" {...field('name')} />`. */
export function fieldsOf<Values extends object>({ values, errors, set }: Form<Values>) {
  return <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
  });
}
