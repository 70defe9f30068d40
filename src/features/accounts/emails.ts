/** E-mails about accounts (contract/README 14). */

export interface Email {
  subject: string;
  text: string;
}

interface Person {
  username: string;
  email: string;
}

/** Returns the e-mail to the administrators about a new account. `publicUrl` has no slash at its end. */
export function newAccountEmail(person: Person, publicUrl: string | undefined): Email {
  return {
    subject: 'Antessala: nova conta aguardando aprovação',
    text: `Olá!

${person.username} (${person.email}) criou uma conta no Antessala e aguarda a aprovação de um administrador.

Para aprovar ou rejeitar, abra "Gerenciar Usuários"${publicUrl ? `: ${publicUrl}/admin/users` : ' no painel administrativo.'}
`,
  };
}

/** Returns the e-mail to the administrators about a request for more space. `usage`: formatted sizes, such as '1,2 GB'. */
export function spaceRequestEmail(
  person: Person,
  usage: { storage: string; contents: string },
  publicUrl: string | undefined,
): Email {
  return {
    subject: `Antessala: ${person.username} pede mais espaço`,
    text: `Olá!

${person.username} (${person.email}) pede mais espaço para os conteúdos da conta.

Em uso: ${usage.storage} de armazenamento, ${usage.contents} conteúdos.

Para mudar as quotas ou dispensar o pedido, abra "Gerenciar Usuários"${publicUrl ? `: ${publicUrl}/admin/users` : ' no painel administrativo.'}
`,
  };
}

/** Returns the e-mail to an account's owner about its approval. */
export function approvalEmail(person: Person, publicUrl: string | undefined): Email {
  return {
    subject: 'Antessala: sua conta foi aprovada',
    text: `Olá, ${person.username}!

Sua conta no Antessala foi aprovada. Você já pode entrar no Studio com o email ${person.email}${publicUrl ? `: ${publicUrl}` : '.'}
`,
  };
}

/** Returns the e-mail to a person whose correct password was followed by several wrong second-factor codes. */
export function wrongCodesEmail(
  person: { name: string },
  { count, address }: { count: number; address: string },
  publicUrl: string | undefined,
): Email {
  return {
    subject: 'Antessala: alguém sabe a sua senha',
    text: `Olá, ${person.name}!

Alguém informou a sua senha correta e errou ${count} vezes o código da verificação em duas etapas, a última vez a partir do endereço ${address}. Com códigos errados ninguém entra.

Se foi você, confira a hora do celular ou use um código de recuperação. Se não foi, mude a senha agora em "Minha conta"${publicUrl ? `: ${publicUrl}/account` : '.'}
`,
  };
}

/** Returns the e-mail with the code by which a person confirms a new address. */
export const addressConfirmationEmail = (name: string, code: string): Email => ({
  subject: 'Antessala: confirme o novo email',
  text: `Olá, ${name}!

Para entrar no Antessala com este email, digite em "Minha conta" este código: ${code}

Ele vale por 30 minutos. Se não pediu, ignore esta mensagem.
`,
});

/** Returns the e-mail to a person whose address somebody else entered as a new address. */
export const addressTakenEmail = (): Email => ({
  subject: 'Antessala: este email já tem uma conta',
  text: `Olá!

Alguém quis passar a entrar no Antessala com este email, que já entra nele. Nada mudou. Se foi você, entre com ele, ou escolha outro email para a outra conta.
`,
});

/** Returns the e-mail to the previous address of a person whose e-mail changed. `email`: the new address. */
export function addressChangedEmail({ username, email }: Person): Email {
  return {
    subject: 'Antessala: o email da sua conta mudou',
    text: `Olá, ${username}!

A sua conta no Antessala agora entra com o email ${email}. Se não foi você, peça ajuda a um administrador, ou a quem cuida do servidor.
`,
  };
}
