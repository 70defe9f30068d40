import type { MemberRole } from '../../../../src/contract/capabilities.ts';

/** What each role may, in words. */
export const roleTexts: Record<MemberRole, string> = {
  owner: 'Tudo, também a equipe e os tokens de API.',
  editor: 'Conteúdos, playlists, mensagens, rádio e telas.',
  reception: 'Escreve mensagens; vê todo o resto.',
  reader: 'Vê tudo, não muda nada.',
};
