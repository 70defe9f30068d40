/**
 * Lists every error of the API: a stable code, its HTTP status and a Portuguese sentence. Codes that their names do not explain:
 * - `device_reset`: somebody typed the server's reset code on the TV; the device is now unpaired, and needs a screen's code
 * - `misdirected`: the Host header names another server
 * - `unplayable_station`: the address of a radio station returns no format that TVs play
 * - `unheard_station`: no sound came from the address of a radio station
 */

import { medicineRefusal } from './text/identification.ts';

export const errorStatus = {
  bad_request: 400,
  invalid_input: 400,
  unauthenticated: 401,
  second_factor_required: 401,
  second_factor_setup: 401,
  token_expired: 401,
  screen_swapped: 401,
  forbidden: 403,
  account_pending: 403,
  account_blocked: 403,
  feature_disabled: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  queue_empty: 409,
  device_reset: 409,
  length_required: 411,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  misdirected: 421,
  unreadable_media: 422,
  medicine_refused: 422,
  unplayable_station: 422,
  unheard_station: 422,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Default message of each error code, in Portuguese. */
const defaultMessages: Record<ErrorCode, string> = {
  bad_request: 'Requisição inválida.',
  invalid_input: 'Verifique os dados informados.',
  unauthenticated: 'Sessão expirada. Entre novamente.',
  second_factor_required: 'Digite o código do seu aplicativo autenticador.',
  second_factor_setup: 'Sua conta precisa da verificação em duas etapas. Configure-a para entrar.',
  token_expired: 'A conexão desta tela expirou.',
  screen_swapped: 'Esta tela foi trocada para outro aparelho.',
  forbidden: 'Você não tem permissão para esta ação.',
  account_pending: 'Conta aguardando aprovação do administrador',
  account_blocked: 'Conta bloqueada',
  feature_disabled: 'Este recurso não está liberado para a sua conta.',
  quota_exceeded: 'O limite da sua conta foi atingido.',
  not_found: 'Não encontrado.',
  method_not_allowed: 'Método não permitido neste endereço.',
  request_timeout: 'A requisição demorou demais.',
  conflict: 'Já existe um registro com estes dados.',
  queue_empty: 'Não há ninguém esperando na fila.',
  device_reset: 'Dispositivo resetado com sucesso. Digite o código da tela.',
  length_required: 'Informe o tamanho do conteúdo enviado.',
  payload_too_large: 'O conteúdo enviado é grande demais.',
  unsupported_media_type: 'Formato não suportado.',
  range_not_satisfiable: 'Intervalo inválido.',
  misdirected: 'Este endereço não é atendido por este servidor.',
  medicine_refused: medicineRefusal,
  unreadable_media: 'Não foi possível ler este arquivo.',
  unplayable_station: 'As TVs não tocam o que vem deste endereço.',
  unheard_station: 'Não veio som deste endereço.',
  too_many_requests: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  internal: 'Erro interno do servidor',
  bad_gateway: 'O serviço externo não respondeu.',
  unavailable: 'O servidor está reiniciando. Tente novamente em instantes.',
  disk_full: 'O servidor está sem espaço em disco. Avise o administrador.',
};

/** Field name (dotted path) -> Portuguese sentence. */
export type FieldErrors = Record<string, string>;

export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: FieldErrors;
}

export interface ErrorDetails {
  fields?: FieldErrors;
  /** Seconds, sent as `Retry-After`. */
  retryAfterS?: number;
  /** Logged, but never sent. */
  cause?: unknown;
}

/** The error type of handlers, stores and rules; any other error is logged and becomes status 500. */
export class AppError extends Error {
  readonly status: number;
  readonly fields?: FieldErrors;
  readonly retryAfterS?: number;

  constructor(
    readonly code: ErrorCode,
    message: string = defaultMessages[code],
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.status = errorStatus[code];
    this.fields = details.fields;
    this.retryAfterS = details.retryAfterS;
  }

  toBody(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.fields ? { fields: this.fields } : {}) };
  }
}

/** Messages of `not_found`, by resource. They are the same for resources of other accounts. */
export const notFoundMessages = {
  user: 'Usuário não encontrado',
  playlist: 'Playlist não encontrada.',
  screen: 'Tela não encontrada.',
  screenGroup: 'Este grupo não existe mais. Atualize a página.',
  pairing: 'Este código não vale mais. Use o que está agora na TV.',
  content: 'Conteúdo não encontrado.',
  station: 'Rádio não encontrada.',
  soundtrack: 'Esta trilha não existe mais. Atualize a página.',
  track: 'Esta música não existe mais. Atualize a página.',
  message: 'Mensagem não encontrada.',
  schedule: 'Esta regra da programação não existe mais.',
  category: 'Categoria não encontrada.',
  notice: 'Aviso não encontrado.',
  urgent: 'Este aviso urgente não existe mais.',
  task: 'Tarefa não encontrada.',
  session: 'Esta sessão já foi encerrada.',
  member: 'Esta pessoa não está na equipe.',
  callRoom: 'Este local não existe mais. Atualize a página.',
  callService: 'Este serviço não existe mais. Atualize a página.',
  call: 'Chamada não encontrada.',
  ticket: 'Senha não encontrada.',
  recording: 'Esta gravação já foi apagada.',
  apiToken: 'Este token de API já foi excluído.',
} as const;

/** Returns the error for a wrong field of a request. The sentence is shown at the field, and is also the message. */
export const invalidField = (field: string, sentence: string): AppError =>
  new AppError('invalid_input', sentence, { fields: { [field]: sentence } });

/** Returns the error for an id that does not exist or belongs to another account (contract/README 12.2). */
export const notFound = (resource: keyof typeof notFoundMessages): AppError =>
  new AppError('not_found', notFoundMessages[resource]);

const playerRefusals = {
  unknown: { code: 'unauthenticated', message: 'Esta tela não está conectada.' },
  swapped: { code: 'screen_swapped', message: defaultMessages.screen_swapped },
  expired: { code: 'token_expired', message: defaultMessages.token_expired },
  blocked: { code: 'account_blocked', message: 'Tela bloqueada pelo administrador' },
} as const;

/** Returns the error for a token that is unknown or expired, whose device was swapped, or whose screen or account is blocked. */
export function playerRefusal(reason: keyof typeof playerRefusals): AppError {
  const { code, message } = playerRefusals[reason];
  return new AppError(code, message);
}
