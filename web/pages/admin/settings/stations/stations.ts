/** Validates the form of a radio station, and tells whether the server will check the stream. Pure. */
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

/** True if the server checks the stream before it saves the form: if an active station is new, reactivated or has a new address. */
export function isStreamChecked(form: StationForm, saved: StationForm | undefined): boolean {
  return form.isActive && (!saved?.isActive || form.upstreamUrl.trim() !== saved.upstreamUrl);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && hostOf(text) !== text;
}

/** Returns the host of a URL, such as 'live.hunter.fm' of 'https://live.hunter.fm/pop_high'; any other text unchanged. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host || address;
  } catch {
    return address;
  }
}
