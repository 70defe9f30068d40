/** Makes the demo's clinic profile, posters with texts that can be edited, and a playlist that looks like the pages of a PDF. */
import type { PosterTemplate, PosterTexts } from '../../src/contract/posters.ts';
import type { Client } from '../../src/testing/client.ts';
import { drawSlide, type Slide } from './slides.ts';

type DemoPoster = { template: PosterTemplate; texts: Partial<PosterTexts>; isAdvertising?: true } & Pick<
  Slide,
  'darkColour' | 'drawing'
>;

const posters: DemoPoster[] = [
  {
    ...{ template: 'holiday', darkColour: '#7c2d12', drawing: 'room' },
    texts: {
      label: 'Feriado',
      title: 'No Natal não abrimos',
      highlight: '25 de dezembro',
      text: 'Voltamos no dia 26.',
    },
  },
  {
    ...{ template: 'exam', darkColour: '#1e3a8a', drawing: 'water' },
    texts: {
      label: 'Preparo',
      title: 'Exame de sangue',
      lines: 'Jejum de 8 horas\nÁgua está liberada',
      text: 'Em dúvida, pergunte.',
    },
  },
  {
    ...{ template: 'vaccine', darkColour: '#115e59', drawing: 'shield', isAdvertising: true },
    texts: { label: 'Vacina', title: 'Gripe: doses disponíveis', text: 'De segunda a sexta, das 8h às 17h.' },
  },
];
const pages: Pick<Slide, 'title' | 'text' | 'drawing'>[] = [
  { title: 'Preparos de exames', text: 'O que fazer antes de cada exame.', drawing: 'heart' },
  { title: 'Ultrassom', text: 'Beba um litro de água uma hora antes.', drawing: 'water' },
  { title: 'Curva glicêmica', text: 'Jejum de 8 a 12 horas; venha sem pressa.', drawing: 'shield' },
];

/** Saves the profile with two doctors. Its registration numbers are invented. */
const saveProfile = (studio: Client) =>
  studio.call('PUT /api/clinic-profile', {
    body: {
      ...{ name: 'Clínica Boa Vida', cnpj: '11.222.333/0001-81', crmPj: '12345' },
      director: { name: 'Dra. Helena Prado', crmState: 'SP', crm: '123456', rqe: '23456' },
      doctors: [
        { name: 'Dra. Helena Prado', specialty: 'Clínica médica', crmState: 'SP', crm: '123456', rqe: '23456' },
        { name: 'Dr. Tomás Leal', specialty: 'Cardiologia', crmState: 'SP', crm: '654321', rqe: '34567' },
      ],
    },
  });

/** Creates the profile, the posters and the PDF's pages in the account of `studio`, and adds the posters to a playlist. */
export async function fillPosters(studio: Client, playlistId: number): Promise<void> {
  await saveProfile(studio);
  const noTexts = { label: '', title: '', highlight: '', text: '', lines: '', network: '', password: '' };
  const add = async (slide: Slide, targetPlaylistId: number, uploadOptions: Parameters<Client['upload']>[1] = {}) => {
    const fileName = `${slide.name}.png`;
    const { id } = await studio.upload(await drawSlide(slide), {
      name: slide.name,
      fileName,
      displayDuration: 20,
      ...uploadOptions,
    });
    const params = { videoId: id };
    await studio.call('POST /api/videos/:videoId/assignments', { params, body: { playlistId: targetPlaylistId } });
  };
  for (const { template, texts, isAdvertising, ...style } of posters) {
    const name = texts.title ?? '';
    const text = texts.highlight ?? texts.text ?? '';
    const poster = { template, format: 'landscape', colour: style.darkColour, showsLogo: true, photo: null } as const;
    await add({ name, title: name, text, lightColour: style.darkColour, ...style }, playlistId, {
      ...{ poster: { ...poster, texts: { ...noTexts, ...texts } } },
      ...(isAdvertising && { purpose: 'advertising' }),
    });
  }
  const { id } = await studio.call('POST /api/playlists', { body: { name: 'Preparos de exames', isRandom: false } });
  for (const [index, page] of pages.entries())
    await add(
      { name: `Preparos de exames – página ${index + 1}`, lightColour: '#0ea5e9', darkColour: '#075985', ...page },
      id,
    );
  console.log('Posters, the pages of a PDF, and the profile of the clinic.');
}
