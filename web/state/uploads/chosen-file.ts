/** Validates a chosen file before it is sent (contract/README 3.2). */
import { cut } from '../../../src/contract/text/graphemes.ts';
import { limits } from '../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';

export type FileKind = 'video' | 'image';
export type ChosenFile = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>;

/** Extensions that decide the kind of a file without a type: the operating system does not know every format. */
const extensionsOf: Record<FileKind, readonly string[]> = {
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'],
  video: ['mp4', 'mov', 'm4v', 'mkv', 'webm', 'avi'],
};

/** Returns the kind of a file, or undefined if it is neither a video nor an image. */
export function kindOf({ name, type }: Pick<ChosenFile, 'name' | 'type'>): FileKind | undefined {
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('image/')) return 'image';
  if (type !== '') return undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (['image', 'video'] as const).find((kind) => extensionsOf[kind].includes(extension));
}

/** True for a PDF, whose pages the upload tab offers as images. Some systems report no type for PDFs, or a type of their own. */
export const isPdf = ({ name, type }: Pick<ChosenFile, 'name' | 'type'>): boolean =>
  type === 'application/pdf' || (/\.pdf$/i.test(name) && !/^(image|video)\//.test(type));

/** Returns what to do with a file that is neither a video nor an image. */
export function unsupportedText(file: Pick<ChosenFile, 'name' | 'type'>): string {
  if (isPdf(file)) return 'Envie o PDF em Gestão > Upload, onde você escolhe as páginas.';
  if (/\.(pptx?|ppsx?|odp|docx?|odt)$/i.test(file.name))
    return 'Exporte o arquivo como PDF e escolha o PDF: no PowerPoint e no Word, em Arquivo > Exportar; no LibreOffice, em Arquivo > Exportar como PDF.';
  return 'Por favor, selecione um arquivo de vídeo ou imagem.';
}

/** Returns the file name without extension, cut to 80 characters. */
export function defaultName(fileName: string): string {
  // Browsers give this name to every screenshot from the clipboard.
  if (fileName === 'image.png') return 'Imagem colada';
  return cut(fileName.replace(/(?<=.)\.[^.\s]{1,5}$/, '').trim(), limits.contentNameLength);
}

/** Returns the reason for which the server would refuse a file, or undefined. `server`: from GET /api/capabilities. */
export function refusalOf(
  file: ChosenFile,
  server: { maxUploadMb: number; canTranscode: boolean } | undefined,
): string | undefined {
  if (file.size === 0) return 'O arquivo está vazio.';
  if (file.type.startsWith('image/svg')) return 'Imagens SVG não são aceitas. Salve a imagem como PNG ou JPEG.';
  if (server && file.size > server.maxUploadMb * bytesPerMb)
    return `O arquivo é grande demais: o máximo é ${server.maxUploadMb} MB.`;
  if (server && !server.canTranscode && kindOf(file) === 'video' && !/\.(mp4|m4v)$/i.test(file.name)) {
    return 'Este servidor não tem o conversor de vídeos (ffmpeg). Envie o vídeo em MP4 (H.264), até Full HD.';
  }
  return undefined;
}

/** Returns an identity that is equal when the same file is chosen again, also after a reload. */
export const identityOf = ({ name, size, lastModified }: ChosenFile) => `${name}|${size}|${lastModified}`;

/** Returns the remaining time, such as 'faltam 2 min' or 'faltam 15 s'. */
export function formatTimeLeft(seconds: number): string {
  if (seconds >= 5400) return `faltam ${Math.round(seconds / 3600)} h`;
  if (seconds >= 90) return `faltam ${Math.round(seconds / 60)} min`;
  return `faltam ${Math.max(1, Math.round(seconds))} s`;
}
