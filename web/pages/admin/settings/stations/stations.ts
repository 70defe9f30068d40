/** Validates a radio station's form before the server is asked. Pure. */
import type { AdminRadioStation } from '../../../../../src/contract/radio.ts';

export type StationForm = Pick<AdminRadioStation, 'name' | 'genre' | 'upstreamUrl' | 'isActive'>;
type StationErrors = Partial<Record<'name' | 'genre' | 'upstreamUrl', string>>;

export const stationLimits = { name: 100, genre: 60, upstreamUrl: 500 } as const;

export const newStation: StationForm = { name: '', genre: '', upstreamUrl: '', isActive: true };

export function stationErrors({ name, genre, upstreamUrl }: StationForm): StationErrors {
  const errors: StationErrors = {};
  if (!name.trim()) errors.name = 'Nome é obrigatório';
  if (!genre.trim()) errors.genre = 'Gênero é obrigatório';
  if (!isWebAddress(upstreamUrl.trim())) errors.upstreamUrl = 'Informe um endereço http ou https.';
  return errors;
}

/** The server listens before it saves: to a new address, and to a station that is switched on. */
export function isListenedTo(form: StationForm, before: StationForm | undefined): boolean {
  return form.isActive && (!before?.isActive || form.upstreamUrl.trim() !== before.upstreamUrl);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && hostOf(text) !== text;
}

/** 'https://live.hunter.fm/pop_high' -> 'live.hunter.fm'; anything that is no address as it is. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host || address;
  } catch {
    return address;
  }
}
