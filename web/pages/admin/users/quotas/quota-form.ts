/** Converts quotas between the API and the form, and validates the form (contract/README 1.7). Pure. */
import type { Quotas, QuotasInput } from '../../../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { numberText, parseNumber } from '../../../../ui/form/typing/parse-number.ts';

/** Form values. Numbers are kept as typed texts. */
export interface QuotaForm {
  maxStorageGb: string;
  maxPlaylists: string;
  maxVideos: string;
  /** Number of screens and features. Undefined if the server's values could not be loaded: saving then does not change them. */
  extras?: {
    limitsPlayers: boolean;
    maxPlayers: string;
    canAccessBreakingNews: boolean;
    canAccessRadio: boolean;
    canAccessManagement: boolean;
  };
}

type QuotaName = 'maxStorageGb' | 'maxPlaylists' | 'maxVideos' | 'maxPlayers';
export type QuotaErrors = Partial<Record<QuotaName, string>>;

/** Quotas shown when the server's values can't be loaded: 3 GB, 2 playlists, 120 contents. */
export const defaultQuotas: QuotaForm = {
  maxStorageGb: String(limits.defaultMaxStorageGb),
  maxPlaylists: String(limits.defaultMaxPlaylists),
  maxVideos: String(limits.defaultMaxVideos),
};

export function quotaFormOf({ maxStorageGb, maxPlaylists, maxVideos, maxPlayers, ...flags }: Quotas): QuotaForm {
  return {
    maxStorageGb: numberText(maxStorageGb),
    maxPlaylists: numberText(maxPlaylists),
    maxVideos: numberText(maxVideos),
    extras: {
      limitsPlayers: maxPlayers !== null,
      maxPlayers: numberText(maxPlayers ?? limits.quota.players.default),
      ...flags,
    },
  };
}

/** Minimum quotas. An account that may have 0 contents uses platform contents only. */
const quotaMinima = {
  maxStorageGb: limits.quota.storageGb.min,
  maxPlaylists: limits.quota.playlists.min,
  maxVideos: 0,
  maxPlayers: limits.quota.players.min,
} as const;

export const quotaMaxima = {
  maxStorageGb: limits.quota.storageGb.max,
  maxPlaylists: limits.quota.playlists.max,
  maxVideos: limits.quota.videosMax,
  maxPlayers: limits.quota.players.max,
} as const;

const units: Record<QuotaName, string> = {
  maxStorageGb: 'GB',
  maxPlaylists: 'playlists',
  maxVideos: 'conteúdos',
  maxPlayers: 'telas',
};

const singularUnits = { ...units, maxPlaylists: 'playlist', maxPlayers: 'tela' };

/** Returns an error text for each invalid field. */
export function quotaErrors({ extras, ...form }: QuotaForm): QuotaErrors {
  const fields: Partial<Record<QuotaName, string>> = {
    ...form,
    ...(extras?.limitsPlayers ? { maxPlayers: extras.maxPlayers } : {}),
  };
  const errors: QuotaErrors = {};
  for (const [name, text] of Object.entries(fields) as [QuotaName, string][]) {
    const value = parseNumber(text);
    if (Number.isNaN(value)) errors[name] = 'Informe um número.';
    else if (value < 0) errors[name] = 'Os valores das quotas devem ser positivos.';
    else if (name !== 'maxStorageGb' && !Number.isInteger(value)) errors[name] = 'Informe um número inteiro.';
    else if (value < quotaMinima[name]) errors[name] = `No mínimo ${quotaMinima[name]} ${singularUnits[name]}.`;
    else if (value > quotaMaxima[name]) errors[name] = `No máximo ${quotaMaxima[name]} ${units[name]}.`;
  }
  return errors;
}

/** Returns the body of the request. The form must be valid. */
export function quotasInputOf({ maxStorageGb, maxPlaylists, maxVideos, extras }: QuotaForm): QuotasInput {
  const numbers = {
    maxStorageGb: parseNumber(maxStorageGb),
    maxPlaylists: parseNumber(maxPlaylists),
    maxVideos: parseNumber(maxVideos),
  };
  if (!extras) return numbers;
  const { limitsPlayers, maxPlayers, ...flags } = extras;
  return { ...numbers, maxPlayers: limitsPlayers ? parseNumber(maxPlayers) : null, ...flags };
}
