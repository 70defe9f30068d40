import { limits } from '../../../contract/limits.ts';

/** Reasons for a failed item. With `canRetry` the original is kept, and counts towards the quota. */
export const failures = {
  corrupt_video: {
    canRetry: false,
    message: 'O vídeo está corrompido ou incompleto. Exporte-o novamente e envie outra vez.',
  },
  no_picture: { canRetry: false, message: 'Este arquivo tem só som, sem imagem. Envie um vídeo ou uma foto.' },
  no_duration: {
    canRetry: false,
    message: 'O vídeo está vazio: não tem nenhum segundo de imagem. Exporte-o novamente e envie outra vez.',
  },
  protected_video: {
    canRetry: false,
    message: 'Este vídeo é protegido contra cópia e não pode ser exibido. Envie uma versão sem proteção.',
  },
  video_too_large: {
    canRetry: false,
    message: 'A resolução deste vídeo é grande demais (mais de 8K). Exporte-o em Full HD e envie outra vez.',
  },
  video_too_heavy: {
    canRetry: false,
    message:
      'Este vídeo é pesado demais para este servidor: tem resolução alta e é longo. Exporte-o em Full HD, 30 quadros por segundo, ou em partes menores, e envie outra vez.',
  },
  unsupported_codec: {
    canRetry: false,
    message: 'Este vídeo foi gravado com um codificador que não é aceito. Exporte-o em MP4 (H.264) e envie outra vez.',
  },
  corrupt_image: {
    canRetry: false,
    message: 'A imagem está corrompida ou incompleta. Salve-a novamente e envie outra vez.',
  },
  image_too_large: {
    canRetry: false,
    message: 'A imagem é grande demais (mais de 100 megapixels). Reduza-a e envie outra vez.',
  },
  heic_unsupported: {
    canRetry: false,
    message: 'Este servidor não consegue ler esta foto HEIC. Salve-a como JPEG e envie outra vez.',
  },
  corrupt_sound: {
    canRetry: false,
    message: 'Não foi possível ler o som deste arquivo. Grave de novo em MP3, M4A, OGG ou WAV e envie outra vez.',
  },
  no_sound: {
    canRetry: false,
    message: 'Não se ouve nada nesta gravação. Grave mais perto do microfone e envie outra vez.',
  },
  sound_too_long: {
    canRetry: false,
    message: 'A gravação tem mais de 5 segundos. Grave só a palavra e envie outra vez.',
  },
  corrupt_track: {
    canRetry: false,
    message:
      'Não foi possível ler esta música: o arquivo está danificado, protegido ou não é música. Envie outra cópia em MP3, M4A, OGG ou WAV.',
  },
  track_with_picture: {
    canRetry: false,
    message: 'Este arquivo é um vídeo. Envie só a música, em MP3, M4A, OGG ou WAV.',
  },
  track_too_long: {
    canRetry: false,
    message: `A música tem mais de ${limits.soundtrack.trackMinutes} minutos. Divida-a em partes menores e envie outra vez.`,
  },
  sound_tools_missing: {
    canRetry: true,
    message:
      'Gravações e músicas precisam ser convertidas, mas o conversor (ffmpeg) não está instalado no servidor. Avise o administrador e tente novamente depois.',
  },
  tools_missing: {
    canRetry: true,
    message:
      'Este vídeo precisa ser convertido, mas o conversor (ffmpeg) não está instalado no servidor. Avise o administrador e tente novamente depois.',
  },
  timeout: {
    canRetry: true,
    message: 'A conversão demorou demais e foi interrompida. Tente novamente ou envie um arquivo menor.',
  },
  hung: {
    canRetry: true,
    message:
      'O conversor de vídeos parou de responder várias vezes. Tente novamente; se continuar, avise o administrador.',
  },
  over_quota: {
    canRetry: true,
    message:
      'Depois de convertido, este arquivo não cabe no espaço da sua conta. Exclua outro conteúdo e tente novamente, ou envie um arquivo menor.',
  },
  memory: {
    canRetry: true,
    message: 'O servidor não teve memória para converter este arquivo. Tente novamente ou envie um arquivo menor.',
  },
  disk_full: {
    canRetry: true,
    message:
      'O servidor está sem espaço em disco. Avise o administrador: quando houver espaço, a conversão recomeça sozinha.',
  },
  crashed: {
    canRetry: true,
    message:
      'A conversão falhou várias vezes. Tente novamente; se continuar, exporte o arquivo em MP4 (H.264) ou JPEG.',
  },
} as const;

export type FailureCode = keyof typeof failures;

/** Error of a job, thrown inside the worker. */
export class MediaFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** Details for the log. */
    readonly detail = '',
  ) {
    super(`${code} ${detail}`);
  }
}
