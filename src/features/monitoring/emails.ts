/** Emails about the server itself (contract/README 14). */
import type { FreeSpace } from '../../platform/storage/disk-space.ts';
import type { Email } from '../accounts/emails.ts';

export interface NamedScreen {
  name: string;
  /** Name of the owner; omitted in an e-mail to the owner. */
  username?: string | undefined;
  /** Text that says from when the screen has nothing to show, such as 'sem nada a partir de 28/11, 19:00'. */
  emptyFromText?: string | undefined;
}

/** Returns the end of a sentence: the page's address, or a full stop without a public URL. */
const linkTo = (publicUrl: string | undefined, path: string) => (publicUrl ? `: ${publicUrl}${path}` : '.');
const lines = (screens: readonly NamedScreen[]) =>
  screens
    .map(
      ({ name, username, emptyFromText }) =>
        `- ${name}${username ? ` (${username})` : ''}${emptyFromText ? `: ${emptyFromText}` : ''}`,
    )
    .join('\n');
const subjectOf = (screens: readonly NamedScreen[], one: string, many: string) =>
  screens.length === 1 ? `Antessala: tela “${screens[0]?.name}” ${one}` : `Antessala: ${screens.length} telas ${many}`;

/** Returns the e-mail about screens that should play and have been offline for 10 minutes. */
export function screensLostEmail(screens: readonly NamedScreen[]): Email {
  return {
    subject: subjectOf(screens, 'offline', 'offline'),
    text: `Olá!

${screens.length === 1 ? 'Esta tela deveria estar exibindo uma playlist, mas está offline há mais de 10 minutos' : 'Estas telas deveriam estar exibindo uma playlist, mas estão offline há mais de 10 minutos'}:

${lines(screens)}

Verifique se a TV e o aparelho estão ligados e conectados à rede. Avisaremos quando a conexão voltar.
`,
  };
}

/** Returns the e-mail about screens that will soon have nothing to show, or have nothing already. */
export function screensEmptyEmail(screens: readonly NamedScreen[], publicUrl: string | undefined): Email {
  return {
    subject: subjectOf(screens, 'vai ficar sem nada', 'vão ficar sem nada'),
    text: `Olá!

${screens.length === 1 ? 'Os conteúdos desta tela acabam, e nenhum outro vem depois' : 'Os conteúdos destas telas acabam, e nenhum outro vem depois'}:

${lines(screens)}

Até lá, prolongue a validade de um conteúdo, coloque outro na playlist ou envie outra playlist. Sem conteúdos a TV mostra o nome da clínica e o relógio, com as chamadas e a faixa de mensagens.

Veja as telas em Minhas Telas${linkTo(publicUrl, '/manage?aba=telas')}
`,
  };
}

export function screensBackEmail(screens: readonly NamedScreen[]): Email {
  return {
    subject: subjectOf(screens, 'voltou', 'voltaram'),
    text: `Olá!

${screens.length === 1 ? 'Esta tela está conectada de novo' : 'Estas telas estão conectadas de novo'}:

${lines(screens)}
`,
  };
}

/** Returns a text such as 'há 3 minutos'. */
export function sinceText(ageMs: number): string {
  const minutes = Math.max(1, Math.floor(ageMs / 60_000));
  const [count, one, many] =
    minutes < 120 ? [minutes, 'minuto', 'minutos'] : [Math.floor(minutes / 60), 'hora', 'horas'];
  return `há ${count} ${count === 1 ? one : many}`;
}

const inGb = (bytes: number) => `${(bytes / 1024 ** 3).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB`;
export const describeSpace = ({ freeBytes, totalBytes }: FreeSpace) =>
  `${inGb(freeBytes)} livres de ${inGb(totalBytes)}`;

export function diskLowEmail(space: FreeSpace): Email {
  return {
    subject: 'Antessala: pouco espaço em disco',
    text: `Olá!

O disco do servidor está quase cheio: ${describeSpace(space)}. As telas continuam funcionando, mas novos envios são recusados até haver espaço.

Exclua conteúdos que não são mais usados, ou aumente o disco. O que foi excluído ainda ocupa espaço enquanto um backup deste mesmo disco o guardar.
`,
  };
}

export function diskFreeEmail(space: FreeSpace): Email {
  return {
    subject: 'Antessala: espaço em disco normalizado',
    text: `Olá!

O disco do servidor tem espaço de novo: ${describeSpace(space)}. Os envios voltaram a ser aceitos.
`,
  };
}

export function standbyLostEmail(ageMs: number): Email {
  return {
    subject: 'Antessala: a máquina reserva não acompanha mais',
    text: `Olá!

A máquina reserva não copia os dados do servidor ${sinceText(ageMs)}. Se o servidor falhar agora, o que veio depois se perde.

Verifique se ela está ligada e conectada à rede, e no log dela (journalctl -u antessala-standby) o motivo. Avisaremos quando ela voltar a acompanhar.
`,
  };
}

export function standbyBackEmail(): Email {
  return {
    subject: 'Antessala: a máquina reserva acompanha de novo',
    text: `Olá!

A máquina reserva voltou a copiar os dados do servidor.
`,
  };
}

export function damageEmail(): Email {
  return {
    subject: 'Antessala: o banco de dados está danificado',
    text: `Olá!

Ao verificar o banco de dados, o servidor encontrou um defeito. As telas continuam funcionando, mas o defeito pode crescer, e na próxima partida o servidor não abre mais.

Verifique o disco, pare o servidor e restaure o último backup bom: o comando está no log do servidor.
`,
  };
}

export function backupFailedEmail(sentence: string, publicUrl: string | undefined): Email {
  return {
    subject: 'Antessala: o backup falhou',
    text: `Olá!

O backup do servidor não foi concluído. ${sentence}

Veja as tarefas na página de configurações${linkTo(publicUrl, '/admin/settings')}
`,
  };
}

/** Names of the throttled actions, as the settings page shows them. */
const actionNames: Record<string, string> = {
  'access-code': 'o código de acesso',
  'mode-code': 'a senha do modo Player',
  'options-code': 'o código de saída ou o de reset da tela',
  'device-reset': 'o código de reset do dispositivo',
};

export const throttledActionNames = (actions: readonly string[]): string =>
  actions.map((action) => actionNames[action] ?? action).join(', ');

export function guessingEmail(action: string, publicUrl: string | undefined): Email {
  return {
    subject: 'Antessala: alguém está tentando adivinhar um código',
    text: `Olá!

Nas últimas horas alguém errou muitas vezes ${throttledActionNames([action])}. Cada erro já espera mais que o anterior.

Se o código for curto ou muita gente o conhecer, troque-o em Configurações, Códigos${linkTo(publicUrl, '/admin/settings?secao=codigos')}

De onde vêm as tentativas está no log do servidor, nas linhas “code refused”.
`,
  };
}
