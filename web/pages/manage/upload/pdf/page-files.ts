/** Makes the files of chosen pages for the upload queue, and the texts for pages and documents that cannot be read. */
import { limits } from '../../../../../src/contract/limits.ts';
import { cut } from '../../../../../src/contract/text/graphemes.ts';
import { defaultName } from '../../../../state/uploads/chosen-file.ts';
import { pdfLimits } from './pdf-limits.ts';
import type { PdfProblem } from './messages.ts';

/** Returns the file of a page: "Nome – página 3". A long name is cut, not the page number. */
export function pageFile(pdf: Pick<File, 'name' | 'lastModified'>, page: number, image: Blob): File {
  const suffix = ` – página ${page}`;
  const name = cut(defaultName(pdf.name), limits.contentNameLength - suffix.length).trim();
  const extension = image.type === 'image/jpeg' ? 'jpg' : 'png';
  return new File([image], `${name}${suffix}.${extension}`, { type: image.type, lastModified: pdf.lastModified });
}

const textsByProblem: Record<PdfProblem, string> = {
  damaged: 'Este arquivo não é um PDF ou está danificado. Exporte-o de novo como PDF.',
  hasPassword: 'Este PDF tem senha. Salve uma cópia sem senha e escolha-a.',
  hasNoPages: 'Este PDF não tem páginas.',
  hasTooManyPages: `Este PDF tem páginas demais: o máximo são ${pdfLimits.pages}. Salve uma cópia só com as que quer mostrar.`,
  isTooLarge: `Este PDF é grande demais: o máximo são ${pdfLimits.maxMb} MB.`,
  readerFailed: 'Este PDF demora demais para abrir. Exporte-o de novo ou salve as páginas como imagens.',
  browserUnsupported: 'Este navegador não abre PDF. Atualize-o ou salve as páginas como imagens.',
  readerNotLoaded: 'Não foi possível carregar o leitor de PDF. Confira a conexão e tente de novo.',
  studioOutdated: 'Não foi possível carregar o leitor de PDF. Recarregue a página e escolha o arquivo de novo.',
  pageFailed: 'Não foi possível ler esta página.',
  pageIsTooLarge: 'Esta página tem uma imagem grande demais.',
};

export const problemText = (problem: PdfProblem): string => textsByProblem[problem];
