import { type MemberRole, memberRoles, roleNames } from '../../../src/contract/accounts/capabilities.ts';

/** Describes the rights of each role. */
const roleTexts: Record<MemberRole, string> = {
  owner: 'Tudo, também a equipe e os tokens de API.',
  editor: 'Conteúdos, playlists, programação, mensagens, rádio e telas.',
  reception: 'Chama pacientes, escreve mensagens e avisos urgentes; vê todo o resto.',
  reader: 'Vê tudo, não muda nada.',
};

/** Options of a form field for the role. */
export const roleOptions = memberRoles.map((role) => ({ value: role, label: roleNames[role], hint: roleTexts[role] }));
