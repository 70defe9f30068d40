/** Proposes the first rules of a programme. Pure functions. */
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { type InitialRule, workdays } from './rule-form.ts';

export interface Proposal {
  title: string;
  text: string;
  plays: 'dark' | 'playlist';
  initial: Required<Pick<InitialRule, 'days' | 'from' | 'to'>> & InitialRule;
}

const hour = 60;

/** Returns the proposals. The proposal for children uses the first playlist with a name like 'Kids'. */
export function proposalsFor(playlists: readonly { id: number; name: string }[]): Proposal[] {
  const forChildren = playlists.find(({ name }) => /infantil|crian|kids|pedi/i.test(name));
  return [
    {
      title: 'Manhã infantil',
      text: 'Outra playlist de seg a sex, das 7:00 às 12:00',
      plays: 'playlist',
      initial: { days: workdays, from: 7 * hour, to: 12 * hour, ...(forChildren && { plays: forChildren.id }) },
    },
    {
      title: 'Fim de semana escuro',
      text: 'Tela escura no sábado e no domingo, o dia inteiro',
      plays: 'dark',
      initial: { days: [5, 6], from: 0, to: 0, plays: 'dark' },
    },
    {
      title: 'Noite apagada',
      text: 'Tela escura todos os dias, das 20:00 às 6:30',
      plays: 'dark',
      initial: { days: [0, 1, 2, 3, 4, 5, 6], from: 20 * hour, to: 6.5 * hour, plays: 'dark' },
    },
  ];
}

/** Returns the proposals without those whose days, hours and kind (dark or a playlist) a rule already has. */
export const unusedProposals = (proposals: readonly Proposal[], rules: readonly Schedule[]): Proposal[] =>
  proposals.filter(
    ({ initial, plays }) =>
      !rules.some(
        (rule) =>
          rule.from === initial.from &&
          rule.to === initial.to &&
          rule.days.join() === initial.days.join() &&
          (rule.plays === 'dark') === (plays === 'dark'),
      ),
  );
