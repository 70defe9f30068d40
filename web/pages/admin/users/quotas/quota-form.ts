/** The quota form between what the server says and what people type (contract/README 1.7). Pure. */
import type { Quotas, QuotasInput } from '../../../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { numberText, parseNumber } from '../../../../ui/form/typing/parse-number.ts';

/** Numbers as typed. */
export interface QuotaForm {
  maxStorageGb: string;
  maxPlaylists: string;
  maxVideos: string;
  /** Fields that only a response of the server can fill; left out otherwise, so that saving leaves it alone. */
  more?: {
    limitsPlayers: boolean;
    maxPlayers: string;
    canAccessBreakingNews: boolean;
    canAccessRadio: boolean;
    canAccessManagement: boolean;
  };
}

type QuotaName = 'maxStorageGb' | 'maxPlaylists' | 'maxVideos' | 'maxPlayers';
export type QuotaErrors = Partial<Record<QuotaName, string>>;

/** Quotas shown when the server's can't be loaded: 3 GB, 2 playlists, 120 contents. */
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
    more: {
      limitsPlayers: maxPlayers !== null,
      maxPlayers: numberText(maxPlayers ?? limits.quota.players.default),
      ...flags,
    },
  };
}

/** Contents may be 0: nothing of one's own, platform contents only. */
const quotaMinima = {
  maxStorageGb: limits.quota.storageGb.min,
  maxPlaylists: limits.quota.playlists.min,
  maxVideos: 0,
  maxPlayers: limits.quota.players.min,
} as const;

export const quotaMaxima = {
  maxStorageGb: limits.quota.storageGb.max,
  maxPlaylists: limits.quota.playlists.max,
  /** The contract's bound: far beyond any disk. */
  maxVideos: 100_000,
  maxPlayers: limits.quota.players.max,
} as const;

const units: Record<QuotaName, string> = {
  maxStorageGb: 'GB',
  maxPlaylists: 'playlists',
  maxVideos: 'conteúdos',
  maxPlayers: 'telas',
};

const unitOfOne = { ...units, maxPlaylists: 'playlist', maxPlayers: 'tela' };

/** One sentence for each field that can't be saved. */
export function quotaErrors({ more, ...form }: QuotaForm): QuotaErrors {
  const typed: Partial<Record<QuotaName, string>> = {
    ...form,
    ...(more?.limitsPlayers ? { maxPlayers: more.maxPlayers } : {}),
  };
  const errors: QuotaErrors = {};
  for (const [name, text] of Object.entries(typed) as [QuotaName, string][]) {
    const value = parseNumber(text);
    if (Number.isNaN(value)) errors[name] = 'Informe um número.';
    else if (value < 0) errors[name] = 'Os valores das quotas devem ser positivos.';
    else if (name !== 'maxStorageGb' && !Number.isInteger(value)) errors[name] = 'Informe um número inteiro.';
    else if (value < quotaMinima[name]) errors[name] = `No mínimo ${quotaMinima[name]} ${unitOfOne[name]}.`;
    else if (value > quotaMaxima[name]) errors[name] = `No máximo ${quotaMaxima[name]} ${units[name]}.`;
  }
  return errors;
}

/** Returns the request's body. The form must be without errors. */
export function quotasInputOf({ maxStorageGb, maxPlaylists, maxVideos, more }: QuotaForm): QuotasInput {
  const three = {
    maxStorageGb: parseNumber(maxStorageGb),
    maxPlaylists: parseNumber(maxPlaylists),
    maxVideos: parseNumber(maxVideos),
  };
  if (!more) return three;
  const { limitsPlayers, maxPlayers, ...flags } = more;
  return { ...three, maxPlayers: limitsPlayers ? parseNumber(maxPlayers) : null, ...flags };
}
