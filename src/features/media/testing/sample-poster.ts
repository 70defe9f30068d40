import type { Poster } from '../../../contract/posters.ts';

/** Returns a poster with a photo that no browser can decode. */
export const samplePoster = (texts: Partial<Poster['texts']> = {}): Poster => ({
  template: 'notice',
  format: 'landscape',
  colour: '#0e7490',
  showsLogo: true,
  texts: { label: 'Aviso', title: '', highlight: '', text: '', lines: '', network: '', password: '', ...texts },
  photo: { data: 'data:image/jpeg;base64,AAAA', x: 0.5, y: 0.25, zoom: 1.5 },
});
