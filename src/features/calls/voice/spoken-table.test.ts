/** Tests what is said for tickets, rooms and names, as words and as espeak-ng's phonemes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { recordingKey, respellForEngines, spokenLabel, spokenRoom } from './speech.ts';
import { espeakVoice, findSpeechEngines } from './speech-engines.ts';

const rowsOf = (table: string): [written: string, said: string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' = ') as [string, string]);

/** Label = what is said with whole numbers | what is said digit by digit, where that differs. */
const tickets = rowsOf(`
  P042 = pê, quarenta e dois | pê, zero quatro dois
  P001 = pê, um | pê, zero zero um
  N001 = ene, um | ene, zero zero um
  N007 = ene, sete | ene, zero zero sete
  N010 = ene, dez | ene, zero um zero
  N016 = ene, dezesseis | ene, zero um seis
  N099 = ene, noventa e nove | ene, zero nove nove
  N100 = ene, cem | ene, um zero zero
  N101 = ene, cento e um | ene, um zero um
  N120 = ene, cento e vinte | ene, um dois zero
  N999 = ene, novecentos e noventa e nove | ene, nove nove nove
  N1000 = ene, mil | ene, um zero zero zero
  N1234 = ene, mil duzentos e trinta e quatro | ene, um dois três quatro
  N1100 = ene, mil e cem | ene, um um zero zero
  N2020 = ene, dois mil e vinte | ene, dois zero dois zero
  80-012 = oitenta, doze | oitenta, zero um dois
  80-001 = oitenta, um | oitenta, zero zero um
  80-080 = oitenta, oitenta | oitenta, zero oito zero
  80-123 = oitenta, cento e vinte e três | oitenta, um dois três
  80 7 = oitenta, sete
  A-12 = á, doze | á, um dois
  A12 = á, doze | á, um dois
  A1 = á, um
  B2 = bê, dois
  C3 = cê, três
  D4 = dê, quatro
  E5 = é, cinco
  F6 = efe, seis
  G7 = gê, sete
  H8 = agá, oito
  I9 = i, nove
  J10 = jota, dez | jota, um zero
  K11 = cá, onze | cá, um um
  L12 = ele, doze | ele, um dois
  M13 = eme, treze | eme, um três
  N14 = ene, quatorze | ene, um quatro
  O15 = ó, quinze | ó, um cinco
  P16 = pê, dezesseis | pê, um seis
  Q17 = quê, dezessete | quê, um sete
  R18 = erre, dezoito | erre, um oito
  S19 = esse, dezenove | esse, um nove
  T20 = tê, vinte | tê, dois zero
  U21 = u, vinte e um | u, dois um
  V30 = vê, trinta | vê, três zero
  W40 = dáblio, quarenta | dáblio, quatro zero
  X50 = xis, cinquenta | xis, cinco zero
  Y60 = ípsilon, sessenta | ípsilon, seis zero
  Z70 = zê, setenta | zê, sete zero
  Ç1 = cê, um
  7 = sete
  07 = sete | zero sete
  042 = quarenta e dois | zero quatro dois
  000 = zero | zero zero zero
  12345 = um dois três quatro cinco
  123456 = um dois três quatro cinco seis
  12B = doze, bê | um dois, bê
  12-B = doze, bê | um dois, bê
  7 A = sete, á
  P042A = pê, quarenta e dois, á | pê, zero quatro dois, á
  USG15 = u esse gê, quinze | u esse gê, um cinco
  USG-15 = u esse gê, quinze | u esse gê, um cinco
  US 1 = u esse, um
  RX 7 = erre xis, sete
  TC 12 = tê cê, doze | tê cê, um dois
  ECG3 = é cê gê, três
  PR200 = pê erre, duzentos | pê erre, dois zero zero
`);

const rooms = rowsOf(`
  Guichê 1 = Guichê um
  Guichê 2 = Guichê dois
  Guichê 12 = Guichê doze
  Guichê 21 = Guichê vinte e um
  GUICHÊ 3 = GUICHÊ três
  Guichê A = Guichê á
  Guichê B = Guichê bê
  Guichê A1 = Guichê á, um
  Guichê 1-A = Guichê um, á
  Consultório 3 = Consultório três
  Consultório 03 = Consultório zero três
  Consultório 10 = Consultório dez
  Consultório 3A = Consultório três, á
  Consultório 12-B = Consultório doze, bê
  Consultório B = Consultório bê
  Consultório nº 4 = Consultório número quatro
  Consultório da Dra. Ana = Consultório da doutora Ana
  Cons. 3 = consultório três
  Dr. Paulo = doutor Paulo
  Dra. Ana Lima = doutora Ana Lima
  Dr. Paulo - Sala 2 = doutor Paulo, Sala dois
  Profa. Rita = professora Rita
  Sala 1 = Sala um
  Sala 7 = Sala sete
  Sala 14 = Sala quatorze
  Sala 20 = Sala vinte
  Sala 100 = Sala cem
  Sala 101 = Sala cento e um
  Sala 115 = Sala cento e quinze
  Sala 200 = Sala duzentos
  Sala 305 = Sala trezentos e cinco
  Sala 999 = Sala novecentos e noventa e nove
  Sala 1201 = Sala mil duzentos e um
  Sala E = Sala é
  Sala a = Sala á
  Sala A-12 = Sala á, doze
  Sala 2a = Sala dois, á
  Sala 5, 2º andar = Sala cinco, segundo andar
  Sala 5 (térreo) = Sala cinco, térreo
  Sala de coleta = Sala de coleta
  Sala de espera B = Sala de espera bê
  SALA DE VACINA = SALA DE VACINA
  COLETA E VACINA = COLETA e VACINA
  Coleta e vacina = Coleta e vacina
  Coleta/Vacina = Coleta, Vacina
  Coleta & Vacina = Coleta e Vacina
  Coleta 2 = Coleta dois
  1º andar = primeiro andar
  2º andar = segundo andar
  2o andar = segundo andar
  2° andar = segundo andar
  3º andar = terceiro andar
  4º andar = quarto andar
  5º andar = quinto andar
  6º andar = sexto andar
  7º andar = sétimo andar
  8º andar = oitavo andar
  9º andar = nono andar
  10º andar = décimo andar
  11º andar = décimo primeiro andar
  12º andar = décimo segundo andar
  20º andar = vigésimo andar
  21º andar = vigésimo primeiro andar
  1ª sala = primeira sala
  2ª sala = segunda sala
  2a sala = segunda sala
  3ª porta à direita = terceira porta à direita
  10ª porta = décima porta
  Recepção, 1º andar = Recepção, primeiro andar
  US 1 = u esse, um
  US 2 = u esse, dois
  Sala US = Sala u esse
  USG = u esse gê
  usg 2 = u esse gê, dois
  RX = erre xis
  RX 2 = erre xis, dois
  Raio-X = Raio xis
  Raio X 1 = Raio xis, um
  RAIO-X 2 = RAIO xis, dois
  TC 1 = tê cê, um
  RM = erre eme
  ECG = é cê gê
  Sala de ECG 2 = Sala de é cê gê, dois
  EEG = é é gê
  UTI = u tê i
  UTI 2 = u tê i, dois
  CTI = cê tê i
  UBS 4 = u bê esse, quatro
  PA 1 = pê á, um
  PS = pê esse
  RH = erre agá
  DML = dê eme ele
  CME = cê eme é
  SUS = SUS
  UPA = UPA
  CAPS = CAPS
  SAMU 1 = SAMU um
  Ala II = Ala dois
  Bloco III = Bloco três
  Bloco IV = Bloco quatro
  Bloco B = Bloco bê
  Bloco B 2 = Bloco bê, dois
  Torre A, sala 12 = Torre á, sala doze
  Triagem = Triagem
  Triagem 2 = Triagem dois
  Pré-natal = Pré-natal
  Pré-natal 1 = Pré-natal um
  Check-up = Check-up
  Ultrassom 1 = Ultrassom um
  Box 4 = Box quatro
  Leito 12-A = Leito doze, á
  Preferencial 60+ = Preferencial sessenta mais
  Caixa 1 = Caixa um
  Farmácia = Farmácia
  Lab. = laboratório
  Lab 2 = laboratório dois
  Enf. 3 = enfermaria três
  Apto 301 = apartamento trezentos e um
  Ambulatório D'Ávila = Ambulatório D'Ávila
  --help $(rm) <b> = help, erre eme, bê
`);

const names = rowsOf(`
  Maria S. = Maria esse
  Maria E. = Maria é
  Ana L. = Ana ele
  M. S. S. = eme esse esse
  A. B. = á bê
  Maria e João = Maria e João
  José da S. Filho = José da esse Filho
  Ana D'Ávila = Ana D'Ávila
  Dr. João Sá = doutor João Sá
  Sra. Ana-Maria = senhora Ana-Maria
`);

const split = (said: string): [whole: string, digits: string] => {
  const [whole = '', digits = whole] = said.split(' | ');
  return [whole, digits];
};

test('tickets, rooms and names are said as people say them', () => {
  assert.ok(tickets.length + rooms.length >= 150, `${tickets.length + rooms.length} labels and places`);
  for (const [written, said] of tickets)
    assert.deepEqual(
      [false, true].map((isDigitByDigit) => spokenLabel(written, { isName: false, isDigitByDigit })),
      split(said).map((words) => `Senha ${words}.`),
      written,
    );
  for (const [written, said] of rooms) assert.equal(spokenRoom(written), `${said}.`);
  for (const [written, said] of names)
    assert.equal(spokenLabel(written, { isName: true, isDigitByDigit: false }), `${said}.`);
});

test('the recording key of a recording key is that key itself', () => {
  for (const [written] of [...rooms, ['e'], ['E'], ['0'], ['quarenta e dois']] as const)
    assert.equal(recordingKey(recordingKey(written)), recordingKey(written), written);
});

/** Phonemes of the names of letters, the numbers and room words, as a Brazilian says them. */
const phonemes = rowsOf(`
  A = a\n B = be\n C = se\n D = de\n E = ɛ\n F = ɛfy\n G = ʒe\n H = aɡa\n I = i\n J = ʒɔtæ\n K = ka\n L = ɛly\n M = emy
  N = eny\n O = ɔ\n P = pe\n Q = ke\n R = ɛxy\n S = ɛsy\n T = te\n U = u\n V = ve\n W = dabljʊ\n X = ʃis\n Y = ipsiloŋ\n Z = ze
  0 = zɛɾʊ\n 12 = dozy\n 80 = oɪteɪŋtæ\n 2º = seɡũŋdʊ\n 1ª = primeɪɾæ\n Guichê = ɡiʃe\n Pré-natal = prɛnataʊ\n Triagem = triaʒeɪŋ
`);

test('espeak-ng says letters and words in these phonemes, and says each written label or room exactly like the expected words', async (t) => {
  const program = (await findSpeechEngines({})).engines.find(({ id }) => id === 'espeak')?.program;
  if (program === undefined) return t.skip('espeak-ng is not installed');
  /** Returns the phonemes of a text, without stress marks: one string for each stretch between pauses. */
  const phonemesOf = (text: string): string[] =>
    execFileSync(program, ['-v', espeakVoice.voice, '-q', '--ipa', '--', text], { encoding: 'utf8' })
      .replace(/[ˈˌ]/g, '')
      .normalize('NFC')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  for (const [written, sound] of phonemes)
    assert.deepEqual(phonemesOf(respellForEngines(spokenRoom(written))), [sound.normalize('NFC')], written);

  const texts = [
    ...tickets.map(([written, said]) => [
      spokenLabel(written, { isName: false, isDigitByDigit: false }),
      `Senha ${split(said)[0]}`,
    ]),
    ...rooms.map(([written, said]) => [spokenRoom(written), said]),
  ] as const;
  const all = (column: 0 | 1) => phonemesOf(texts.map((text) => respellForEngines(text[column] ?? '')).join('\n\n'));
  assert.deepEqual(all(0), all(1));
  // espeak-ng says no name of a sign: menos, ordinal, ponto, barra, agudo.
  assert.doesNotMatch(all(0).join('\n'), /menʊs|oɾdʒinaʊ|ponŋ?tʊ|baxæ|aɡudʊ/);
  const pauses = texts.reduce((sum, [, said]) => sum + (said ?? '').split(',').length, 0);
  assert.equal(all(0).length, pauses, 'each comma is a pause');
});
