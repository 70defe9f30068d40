import type { Poster, PosterTexts } from '../../../../src/contract/posters.ts';
import { defaultColours } from './drawing/colours.ts';
import type { Template } from './drawing/templates.ts';

export const emptyTexts: PosterTexts = {
  ...{ label: '', title: '', highlight: '', text: '', lines: '', network: '', password: '' },
};

/** Returns a poster with the template's sample texts. Without a `colour` it has the template's default. */
export const newPoster = (template: Template, colour: string | undefined): Poster => ({
  ...{ template: template.id, format: 'landscape', colour: colour ?? defaultColours[template.id], showsLogo: true },
  texts: { ...emptyTexts, ...template.sample },
  photo: null,
});
