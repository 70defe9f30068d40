import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfDate, localMinuteAt } from '../../../components/programme/local-time.ts';
import { untilText } from '../../../components/programme/until-texts.ts';
import { accountTimeZone } from '../../../ui/text/format.ts';
import { parseTime } from '../../../ui/form/date/parse-time.ts';
import { holidaysOf } from '../holidays/holidays.ts';
import { proposalsFor, unusedProposals } from './proposals.ts';
import { bodyOf, formOf, newForm, parseDates, ruleErrors } from './rule-form.ts';
import { conflictInWords, reasonInWords, sentenceOf, whenInWords } from './sentences.ts';
import { rulesFor, targetsOf } from './targets.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';

const morning: Schedule = {
  ...{ id: 7, plays: 1, playlist: { id: 1, name: 'Manhã' }, days: [0, 1, 2, 3, 4], from: 420, to: 720 },
  ...{
    weeks: 'every',
    firstDate: null,
    lastDate: null,
    priority: 0,
    isExact: false,
    name: '',
    isPaused: false,
    dates: [],
  },
  targets: [{ kind: 'screen', id: 5, name: 'Recepção' }],
  createdAt: '2026-11-22T12:00:00.000Z',
};
const [corridor, reception] = targetsOf([
  { id: 5, name: 'Recepção', assignedPlaylist: { id: 3, name: 'Geral' } },
  { id: 6, name: 'Corredor', assignedPlaylist: null },
]);
assert.ok(reception && corridor);

test('sentenceOf describes a rule with its days, hours, dates and weeks', () => {
  assert.equal(sentenceOf(morning), 'seg a sex, 7:00 às 12:00: Manhã');
  const dark = { ...morning, plays: 'dark' as const, playlist: null, days: [5, 6], from: 0, to: 0 };
  assert.equal(sentenceOf(dark), 'sáb, dom, o dia inteiro: Tela escura');
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const christmas = { ...dark, days: everyDay, firstDate: '2026-12-25', lastDate: '2026-12-25' };
  assert.equal(whenInWords(christmas), 'o dia inteiro, só em 25/12/2026');
  const july = { ...morning, weeks: 'even' as const, firstDate: '2026-07-01', lastDate: '2026-07-31' };
  assert.equal(whenInWords(july), 'seg a sex, 7:00 às 12:00, de 01/07/2026 a 31/07/2026, semanas pares');
});

test('reasonInWords explains why a rule or the base playlist plays, and untilText says until when', () => {
  assert.equal(
    reasonInWords(morning, [{ name: 'Geral', why: 'later' }], 'sent'),
    'porque vale a regra “seg a sex, 7:00 às 12:00”; vem antes de “Geral” porque começa mais tarde',
  );
  assert.match(reasonInWords(undefined, [], 'sent'), /é a playlist enviada para a tela$/);
  assert.match(reasonInWords(undefined, [], 'sent', morning), /^porque “Manhã”, da regra “seg a sex, .* não tem nada/);
  assert.equal(conflictInWords('Natal', 'priority'), 'Perde para “Natal”, que tem prioridade maior');
  const monday = dayOfDate('2026-11-23') * 1440;
  assert.equal(untilText(monday + 720, monday + 430), 'até as 12:00');
  assert.equal(untilText(monday + 1440, monday + 430), 'até a meia-noite');
  assert.equal(untilText(monday + 1440 * 5 + 420, monday), 'até sáb, 7:00');
  assert.equal(untilText(monday + 1440 * 7, monday), 'pelos próximos 7 dias');
});

test("local minutes use the clinic's time zone, not the computer's", () => {
  accountTimeZone.value = 'America/Manaus';
  const noon = localMinuteAt(Date.parse('2026-11-23T16:00:00Z'));
  accountTimeZone.value = 'America/Sao_Paulo';
  assert.equal(noon, dayOfDate('2026-11-23') * 1440 + 720);
  assert.equal(localMinuteAt(Date.parse('2026-11-23T15:00:00Z')), noon);
});

test('parseDates accepts all notations and the names of holidays', () => {
  const typed = 'Natal, 24/6; 24/12/2026 a 26/12/2026, Carnaval, terça-feira';
  const dates = ['easter-47', '12-25', '06-24', '2026-12-24/2026-12-26'];
  assert.deepEqual(parseDates(typed), dates);
  assert.deepEqual(parseDates(''), []);
  assert.equal(parseDates('amanhã'), undefined);
  assert.equal(parseDates('Natal, tal'), undefined);
  assert.equal(parseDates('31/02'), undefined);
  const rule = { ...morning, days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0, dates };
  assert.equal(whenInWords(rule), 'o dia inteiro, Carnaval, terça-feira e Natal e 24/06 e 24/12/2026 a 26/12/2026');
  assert.deepEqual(parseDates(formOf(rule).dates), dates);
});

test('national holidays and those that a person added are sorted by their next date', () => {
  const rule = { ...morning, id: 9, days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0, name: 'São João', dates: ['06-24'] };
  const found = holidaysOf([rule, { ...rule, id: 10, name: '', dates: ['12-25'] }], '2026-11-22');
  assert.deepEqual(
    found.slice(0, 2).map(({ name, day, rule: holidayRule }) => [name, day, holidayRule?.id]),
    [
      ['Natal', '2026-12-25', 10],
      ['Confraternização Universal', '2027-01-01', undefined],
    ],
  );
  assert.equal(found.length, 14);
  assert.equal(found.find(({ name }) => name === 'São João')?.day, '2027-06-24');
});

test('a new rule has the days of the newest rule, begins when that rule ends, and has an unused playlist; each wrong value has an error', () => {
  const playlists = [{ id: 1 }, { id: 3 }, { id: 4 }];
  const first = newForm({}, [], playlists, reception);
  assert.deepEqual([first.days, first.from, first.to, first.plays], [[0, 1, 2, 3, 4], '07:00', '12:00', '1']);
  const next = newForm({}, [morning], playlists, reception);
  assert.deepEqual([next.from, next.to, next.plays], ['12:00', '18:00', '4']);
  assert.deepEqual(bodyOf(formOf(morning)).targets, [{ kind: 'screen', id: 5 }]);
  const { lastDate } = ruleErrors({ ...next, firstDate: '2026-12-02', lastDate: '2026-12-01' });
  assert.match(lastDate ?? '', /^A última data/);
  assert.deepEqual(
    Object.values(ruleErrors({ ...next, plays: '', days: [], from: '', to: '', targets: [] })).filter(Boolean).length,
    5,
  );
});

test('proposals that the programme already contains are hidden, and a rule applies only to its own targets', () => {
  const proposals = proposalsFor([{ id: 1, name: 'Pediatria' }]);
  assert.equal(proposals[0]?.initial.plays, 1);
  assert.deepEqual(
    unusedProposals(proposals, [morning]).map(({ title }) => title),
    ['Fim de semana escuro', 'Noite apagada'],
  );
  assert.deepEqual([rulesFor([morning], reception).length, rulesFor([morning], corridor).length], [1, 0]);
});

test('times are accepted in the usual notations', () => {
  const typed = ['7', '07:30', '730', '7h30', '0730', '24', '7:75', 'x', ''];
  assert.deepEqual(
    ['24', '24:00', '2400', '24:01', '07:30'].map((text) => parseTime(text, true)),
    ['00:00', '00:00', '00:00', undefined, '07:30'],
  );
  assert.deepEqual(
    typed.map((text) => parseTime(text)),
    ['07:00', '07:30', '07:30', '07:30', '07:30', ...Array<undefined>(4)],
  );
});

test('an added holiday with two rules is listed once, with the rule that has precedence', () => {
  const fair = { ...morning, name: 'São João', days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0, dates: ['06-24'] };
  const found = holidaysOf([fair, { ...fair, id: 8 }], '2026-11-26').filter(({ isNational }) => !isNational);
  assert.deepEqual(
    found.map(({ name, day, rule }) => [name, day, rule?.id]),
    [['São João', '2027-06-24', 7]],
  );
});
