import type { NamePolicy } from '../../../../src/contract/calls.ts';

/** Name policies with their labels. `example`: what TVs show of Maria Aparecida Souza, who has the ticket 42. */
export const namePolicies: readonly {
  value: NamePolicy;
  label: string;
  example: string;
  hint: string;
}[] = [
  {
    value: 'ticket',
    label: 'Só a senha',
    example: '42',
    hint: 'Nenhum nome aparece, é falado ou fica guardado. É o mais seguro diante da LGPD, e o recomendado.',
  },
  {
    value: 'initials',
    label: 'Iniciais',
    example: 'M. A. S.',
    hint: 'Do nome digitado ficam só as iniciais. O nome inteiro não é guardado em lugar nenhum.',
  },
  {
    value: 'firstNameAndInitial',
    label: 'Primeiro nome e inicial',
    example: 'Maria S.',
    hint: 'Do nome digitado ficam o primeiro nome e a inicial do último, por 12 horas.',
  },
  {
    value: 'full',
    label: 'Nome completo',
    example: 'Maria Aparecida Souza',
    hint: 'Todos na sala leem e ouvem quem está sendo atendido. Só com o consentimento dos pacientes. Na equipe, editores e leitores veem só as iniciais.',
  },
];
