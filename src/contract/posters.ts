/** Posters: contents whose picture the studio draws from texts that a person entered. The texts are stored for later edits. */
import * as z from 'zod';
import { optionalText } from './common.ts';
import { limits } from './limits.ts';

export const posterTemplate = z.enum([
  'notice',
  'hours',
  'holiday',
  'team',
  'exam',
  'vaccine',
  'welcome',
  'insurance',
  'wifi',
  'photo',
]);
export const posterFormat = z.enum(['landscape', 'portrait']);

const enteredText = optionalText(limits.poster.textLength).default('');

/** Texts that a person entered. A template shows some of them. */
export const posterTexts = z.object({
  label: enteredText,
  title: enteredText,
  highlight: enteredText,
  text: enteredText,
  /** Steps, opening hours or insurers, one on each line. */
  lines: enteredText,
  network: enteredText,
  password: enteredText,
});

/** A photo in the picture, and its visible part. */
export const posterPhoto = z.object({
  /** Data URL of a JPEG or WebP. */
  data: z
    .string()
    .max(limits.poster.photoLength, 'A foto é grande demais.')
    .regex(/^data:image\/(?:jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'A foto não pôde ser lida.'),
  /** Point of the photo that is in the middle of its frame, from 0 (left, top) to 1. */
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  /** 1: as small as the frame allows. */
  zoom: z.number().min(1).max(limits.poster.maxZoom),
});

export const poster = z.object({
  template: posterTemplate,
  format: posterFormat,
  colour: z.string().regex(/^#[0-9a-f]{6}$/, 'A cor deve ser um código hexadecimal válido'),
  showsLogo: z.boolean(),
  texts: posterTexts,
  photo: posterPhoto.nullable(),
});

export type PosterTemplate = z.infer<typeof posterTemplate>;
export type PosterFormat = z.infer<typeof posterFormat>;
export type PosterTexts = z.infer<typeof posterTexts>;
export type PosterTextKey = keyof PosterTexts;
export type PosterPhoto = z.infer<typeof posterPhoto>;
export type Poster = z.infer<typeof poster>;
