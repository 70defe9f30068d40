import type { MemberRole } from '../../../../src/contract/accounts/capabilities.ts';

/** Describes the rights of each role. */
export const roleTexts: Record<MemberRole, string> = {
  owner: 'Tudo, também a equipe e os tokens de API.',
  editor: 'Conteúdos, playlists, programação, mensagens, rádio e telas.',
  reception: 'Chama pacientes, escreve mensagens e avisos urgentes; vê todo o resto.',
  reader: 'Vê tudo, não muda nada.',
};
