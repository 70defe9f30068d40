/** Defines the templates of posters: their fields, and how their texts and pictures are arranged. */
import type { PosterTemplate, PosterTextKey, PosterTexts } from '../../../../../src/contract/posters.ts';

export type BlockKind = 'label' | 'title' | 'highlight' | 'text' | 'rows' | 'steps' | 'columns' | 'labelled';

export interface Block {
  kind: BlockKind;
  key: PosterTextKey;
  /** Label of the form field; for a 'labelled' text also the words above the text in the picture. */
  label: string;
  hint?: string;
  /** Maximum number of characters, such as 32 for the name of a Wi-Fi network. */
  max?: number;
}

export interface Template {
  id: PosterTemplate;
  name: string;
  background: 'colour' | 'paper';
  /** Place of the photo; 'none' if the template has no photo. */
  photo: 'none' | 'beside' | 'behind';
  hasQr?: boolean;
  blocks: readonly Block[];
  /** Texts of a new poster. */
  sample: Partial<PosterTexts>;
}

const label: Block = { kind: 'label', key: 'label', label: 'Etiqueta' };
const title: Block = { kind: 'title', key: 'title', label: 'Título' };
const text: Block = { kind: 'text', key: 'text', label: 'Texto' };
const highlight = (fieldLabel: string): Block => ({ kind: 'highlight', key: 'highlight', label: fieldLabel });

export const templates: readonly Template[] = [
  {
    id: 'notice',
    name: 'Aviso',
    background: 'colour',
    photo: 'beside',
    blocks: [label, title, text],
    sample: {
      label: 'Aviso',
      title: 'Retire sua senha na recepção',
      text: 'Mesmo com hora marcada, retire a senha ao chegar. Você será chamado por esta tela.',
    },
  },
  {
    id: 'hours',
    name: 'Mudança de horário',
    background: 'paper',
    photo: 'none',
    blocks: [
      label,
      title,
      { kind: 'rows', key: 'lines', label: 'Horários', hint: 'Um por linha: Segunda a sexta: 7h às 19h' },
      text,
    ],
    sample: {
      label: 'Novo horário',
      title: 'Estamos abertos por mais tempo',
      lines: 'Segunda a sexta: 7h às 20h\nSábado: 8h às 13h\nDomingos e feriados: fechado',
      text: 'A partir da próxima segunda-feira.',
    },
  },
  {
    id: 'holiday',
    name: 'Feriado',
    background: 'colour',
    photo: 'beside',
    blocks: [label, title, highlight('Data'), text],
    sample: {
      label: 'Feriado',
      title: 'Neste dia não abrimos',
      highlight: '25 de dezembro',
      text: 'Voltamos no dia 26, a partir das 7h. Em urgências, procure o pronto-socorro mais próximo.',
    },
  },
  {
    id: 'team',
    name: 'Equipe',
    background: 'paper',
    photo: 'beside',
    blocks: [label, title, highlight('Especialidade'), text],
    sample: {
      label: 'Nossa equipe',
      title: 'Nome do profissional',
      highlight: 'Especialidade',
      text: 'Atende às terças e quintas, pela manhã. Agende na recepção.',
    },
  },
  {
    id: 'exam',
    name: 'Preparo de exame',
    background: 'paper',
    photo: 'none',
    blocks: [label, title, { kind: 'steps', key: 'lines', label: 'Passos', hint: 'Um por linha.' }, text],
    sample: {
      label: 'Preparo de exame',
      title: 'Exame de sangue em jejum',
      lines:
        'Fique 8 horas sem comer\nBeba água à vontade\nTome seus remédios como sempre\nTraga o pedido e um documento',
      text: 'Em caso de dúvida, pergunte na recepção.',
    },
  },
  {
    id: 'vaccine',
    name: 'Vacina',
    background: 'colour',
    photo: 'beside',
    blocks: [label, title, text, highlight('Quando')],
    sample: {
      label: 'Vacinação',
      title: 'A vacina da gripe chegou',
      text: 'Para todas as idades, a partir de 6 meses. Traga a carteira de vacinação.',
      highlight: 'Segunda a sexta, 8h às 17h',
    },
  },
  {
    id: 'welcome',
    name: 'Boas-vindas',
    background: 'colour',
    photo: 'behind',
    blocks: [label, title, text],
    sample: {
      label: 'Seja bem-vindo',
      title: 'Que bom ter você aqui',
      text: 'Fique à vontade: a água e o café são por nossa conta.',
    },
  },
  {
    id: 'insurance',
    name: 'Convênios',
    background: 'paper',
    photo: 'none',
    blocks: [label, title, { kind: 'columns', key: 'lines', label: 'Convênios', hint: 'Um por linha.' }, text],
    sample: {
      label: 'Convênios',
      title: 'Convênios que atendemos',
      lines: 'Convênio A\nConvênio B\nConvênio C\nConvênio D\nConvênio E\nConvênio F',
      text: 'Confirme a cobertura do seu plano na recepção.',
    },
  },
  {
    id: 'wifi',
    name: 'Wi-Fi',
    background: 'colour',
    photo: 'none',
    hasQr: true,
    blocks: [
      label,
      title,
      { kind: 'labelled', key: 'network', label: 'Rede', max: 32 },
      { kind: 'labelled', key: 'password', label: 'Senha', hint: 'Vazia: rede aberta.', max: 63 },
      text,
    ],
    sample: {
      label: 'Wi-Fi grátis',
      title: 'Conecte-se enquanto espera',
      network: 'Clinica-Visitantes',
      text: 'Aponte a câmera do celular para o código.',
    },
  },
  {
    id: 'photo',
    name: 'Foto com legenda',
    background: 'colour',
    photo: 'behind',
    blocks: [title, text],
    sample: { title: 'Um título para a sua foto', text: 'E uma legenda que conta o que ela mostra.' },
  },
];

export const templateOf = (id: PosterTemplate): Template => {
  const found = templates.find((template) => template.id === id);
  if (!found) throw new Error(`no template ${id}`);
  return found;
};

/** Returns the text of the QR code with which a phone joins a Wi-Fi network, with a character for each UTF-8 byte. */
export function wifiCode({ network, password }: Pick<PosterTexts, 'network' | 'password'>): string {
  const escaped = (value: string) => value.replace(/[\\;,:"]/g, String.raw`\$&`);
  const access = password === '' ? 'T:nopass' : `T:WPA;P:${escaped(password)}`;
  return String.fromCharCode(...new TextEncoder().encode(`WIFI:${access};S:${escaped(network)};;`));
}
