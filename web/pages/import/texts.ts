/** Texts of the page 'Importar'. */
import type { ImportDetails, ImportFormat, ImportSummary } from '../../../src/contract/contents/imports.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { formatMb, plural } from '../../ui/text/format.ts';

export const importFormatNames: Readonly<Record<ImportFormat, string>> = {
  files: 'Arquivos e pastas',
  xibo: 'Exportação do Xibo',
  yodeck: 'Planilha e mídias (Yodeck)',
  pisignage: 'Pasta do piSignage',
  anthias: 'Backup do Anthias',
};

export const contentCount = (count: number) => plural(count, 'conteúdo', 'conteúdos');

/** Returns the state of an import in one sentence. */
export function statusText({ status, format, counts }: ImportSummary): string {
  const importedCount = counts.done + counts.same;
  const total = importedCount + counts.waiting + counts.failed;
  switch (status) {
    case 'reading':
      return 'Lendo o que há dentro...';
    case 'refused':
      return 'Não foi possível ler.';
    case 'ready':
      return `Pronta para importar: ${contentCount(counts.waiting)}.`;
    case 'running':
      return counts.waiting === 0
        ? 'Montando as playlists...'
        : `Importando: ${importedCount + counts.failed} de ${total}.`;
    case 'stopped':
      return format === null
        ? 'Parada antes de ler o que há dentro.'
        : `Parada: ${importedCount} de ${total} já vieram.`;
    case 'done':
      return resultText(counts);
  }
}

function resultText({ done, same, failed, skipped }: ImportSummary['counts']): string {
  const parts = [done === 1 ? '1 conteúdo veio' : `${done} conteúdos vieram`];
  if (same > 0) parts.push(same === 1 ? '1 já estava na conta' : `${same} já estavam na conta`);
  const leftOut = failed + skipped;
  if (leftOut > 0) parts.push(leftOut === 1 ? '1 item não veio' : `${leftOut} itens não vieram`);
  return `${parts.join(', ')}.`;
}

/** Returns a sentence for each quota that is too small for the import. */
export function quotaTexts({ contents, bytes, playlists }: ImportDetails['missing']): string[] {
  return [
    contents > 0 && `A conta não tem lugar para ${contentCount(contents)}: os últimos ficam de fora.`,
    bytes > 0 && `Faltam ${formatMb(bytes / bytesPerMb)} de espaço na conta.`,
    playlists > 0 &&
      `A conta não tem lugar para ${plural(playlists, 'playlist', 'playlists')}: os conteúdos vêm mesmo assim.`,
  ].filter((text) => text !== false);
}
