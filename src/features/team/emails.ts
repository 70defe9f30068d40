/** Emails to invited people (contract/README 14). */
import { roleNames } from '../../contract/accounts/capabilities.ts';
import type { InvitedMember } from './member-store.ts';

/** Returns the e-mail to an invited person whose address already has an account, of which the inviting team must not learn. */
export const unusableInvitationEmail = ({ clinic, role }: Pick<InvitedMember, 'clinic' | 'role'>) => ({
  subject: `Antessala: convite para a equipe de ${clinic}`,
  text: `Olá!

${clinic} convidou você para a equipe no Antessala, como ${roleNames[role]}.

Este email já entra no Antessala por outra conta, e cada email entra em uma só. Para aceitar, peça a ${clinic} um convite para outro email.

${clinic} não fica sabendo que este email tem conta. Se não esperava este convite, ignore esta mensagem.
`,
});

/** Returns the e-mail to an invited person. `publicUrl` has no slash at its end. */
export function invitationEmail(
  { clinic, role }: Pick<InvitedMember, 'clinic' | 'role'>,
  code: string,
  publicUrl: string,
): { subject: string; text: string } {
  return {
    subject: `Antessala: convite para a equipe de ${clinic}`,
    text: `Olá!

${clinic} convidou você para a equipe no Antessala, como ${roleNames[role]}.

Para entrar, abra este link, escreva o seu nome e escolha uma senha: ${publicUrl}/convite#${code}

O link vale por 72 horas e funciona uma vez só. Se não esperava este convite, ignore esta mensagem.
`,
  };
}
