import type { Poster } from '../contract/posters.ts';

/** Returns a poster without photo. */
export const samplePoster = (texts: Partial<Poster['texts']> = {}): Poster => ({
  template: 'notice',
  format: 'landscape',
  colour: '#0e7490',
  showsLogo: true,
  texts: { label: 'Aviso', title: '', highlight: '', text: '', lines: '', network: '', password: '', ...texts },
  photo: null,
});
