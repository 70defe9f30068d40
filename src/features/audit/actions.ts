/** Every action of the audit log: its stable word, and what it says to people (contract/README 1.17). */

import { nameOfZone } from '../../contract/programme/time-zones.ts';

/** Under this word the details keep IANA's names, which say nothing to people. */
const zoneWord = 'Fuso horário';

/** Facts that an audit sentence is built from. */
export interface Facts {
  /** Name of the actor; 'O servidor', 'O aparelho' or 'Alguém' where nobody is named. */
  who: string;
  /** The thing's name. */
  what: string;
  details: Details;
}

/** Small values of an entry; never a secret. */
export interface Details {
  /** Words of the studio -> before and after. */
  changes?: Record<string, readonly [string, string]>;
  /** Number of affected items. */
  count?: number;
  /** Another thing that belongs to it: the playlist that was sent, the account that a grant is for. */
  other?: string;
}

interface Action {
  sentence(facts: Facts): string;
  /** Concerns the platform and only administrators. Where an account is concerned, its profile decides. */
  isForAdministrators?: true;
}

const times = (count = 1) => (count === 1 ? '' : ` (${count.toLocaleString('pt-BR')} vezes)`);
const counted = (count = 0, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const onAccount = (verb: string): Action => ({ sentence: ({ who, what }) => `${who} ${verb} a conta ${what}` });
const onScreen = (verb: string): Action => ({ sentence: ({ who, what }) => `${who} ${verb} a tela ${what}` });
const onThing = (verb: string, thing: string): Action => ({
  sentence: ({ who, what }) => `${who} ${verb} ${thing} ${what}`,
});
const onOwn = (words: string): Action => ({ sentence: ({ who }) => `${who} ${words}` });
const onPlatform = (sentence: Action['sentence']): Action => ({ sentence, isForAdministrators: true });

export const actions = {
  'session.started': onOwn('entrou no Studio'),
  'session.refused': {
    sentence: ({ what, details }) => `Alguém tentou entrar como ${what} e foi recusado${times(details.count)}`,
  },
  'session.code_refused': {
    sentence: ({ what, details }) =>
      `Alguém sabia a senha de ${what}, mas não o código da segunda etapa${times(details.count)}`,
  },
  'session.ended': onOwn('saiu do Studio'),
  'session.closed': { sentence: ({ who, what }) => `${who} encerrou uma sessão aberta em ${what}` },
  'session.others_closed': {
    sentence: ({ who, details }) =>
      `${who} encerrou ${counted(details.count, 'outra sessão', 'outras sessões')} da conta`,
  },

  'account.registered': { sentence: ({ what }) => `${what} criou uma conta, que aguarda aprovação` },
  'account.created': onAccount('criou'),
  'account.approved': onAccount('aprovou'),
  'account.rejected': onAccount('rejeitou'),
  'account.blocked': onAccount('bloqueou'),
  'account.unblocked': onAccount('desbloqueou'),
  'account.password_changed': onOwn('mudou a própria senha'),
  'account.password_set': { sentence: ({ who, what }) => `${who} definiu uma nova senha para a conta ${what}` },
  'account.access_revoked': {
    sentence: ({ who, what, details }) => `${who} encerrou ${details.other} da conta ${what}`,
  },
  'account.quotas_changed': { sentence: ({ who, what }) => `${who} mudou as quotas da conta ${what}` },
  'account.profile_changed': { sentence: ({ who, what }) => `${who} mudou o perfil da conta ${what}` },
  'account.time_zone_changed': {
    sentence: ({ who, what }) => `${who} mudou o fuso horário da conta ${what}`,
  },
  'account.space_requested': onOwn('pediu mais espaço'),
  'account.space_dismissed': { sentence: ({ who, what }) => `${who} dispensou o pedido de espaço da conta ${what}` },
  'account.word_recorded': { sentence: ({ who, what }) => `${who} gravou “${what}” para as chamadas` },
  'account.recording_removed': { sentence: ({ who, what }) => `${who} apagou a gravação de “${what}” das chamadas` },
  'account.full_names_allowed': onOwn('permitiu mostrar o nome completo dos pacientes nas TVs'),
  'account.deleted': onAccount('excluiu'),
  'account.second_factor_on': onOwn('ligou a verificação em duas etapas'),
  'account.second_factor_off': onOwn('desligou a verificação em duas etapas'),
  'account.second_factor_removed': {
    sentence: ({ who, what }) => `${who} desligou a verificação em duas etapas da conta ${what}`,
  },
  'account.second_factor_required': {
    sentence: ({ who, what }) => `${who} passou a exigir a verificação em duas etapas da conta ${what}`,
  },
  'account.second_factor_optional': {
    sentence: ({ who, what }) => `${who} deixou de exigir a verificação em duas etapas da conta ${what}`,
  },
  'account.identity_changed': onOwn('mudou o próprio nome ou email'),
  'account.recovery_codes_made': onOwn('gerou novos códigos de recuperação'),
  'account.recovery_code_used': {
    sentence: ({ who, details }) =>
      `${who} entrou com um código de recuperação (${details.count === 1 ? 'resta 1' : `restam ${details.count ?? 0}`})`,
  },

  'screen.created': onScreen('criou'),
  'screen.renamed': {
    sentence: ({ who, what, details }) => `${who} mudou o nome da tela ${details.other} para ${what}`,
  },
  'screen.paused': onScreen('pausou'),
  'screen.blocked': onScreen('bloqueou'),
  'screen.unblocked': onScreen('desbloqueou'),
  'screen.resumed': onScreen('retomou'),
  'screen.disconnected': onScreen('desconectou'),
  'screen.reset': onScreen('resetou'),
  'screen.deleted': onScreen('excluiu'),
  'screen.playlist_sent': {
    sentence: ({ who, what, details }) => `${who} enviou a playlist ${details.other} para a tela ${what}`,
  },
  'screen.playlist_removed': { sentence: ({ who, what }) => `${who} tirou a playlist da tela ${what}` },
  'screen.paired': { sentence: ({ what }) => `Um aparelho foi conectado à tela ${what}` },
  'screen.claimed': { sentence: ({ who, what }) => `${who} deu a tela ${what} a um aparelho` },
  'screen.swapped': { sentence: ({ who, what }) => `${who} trocou o aparelho da tela ${what}` },
  'screen.released': { sentence: ({ what }) => `O aparelho da tela ${what} se desconectou` },

  'group.created': onThing('criou', 'o grupo de telas'),
  'group.renamed': {
    sentence: ({ who, what, details }) => `${who} mudou o nome do grupo ${details.other} para ${what}`,
  },
  'group.screens_changed': {
    sentence: ({ who, what, details }) =>
      `${who} mudou as telas do grupo ${what} (${counted(details.count, 'tela', 'telas')})`,
  },
  'group.deleted': onThing('excluiu', 'o grupo de telas'),

  'display.changed': onOwn('mudou a aparência das telas'),
  'display.logo_changed': onOwn('trocou o logotipo das telas'),
  'display.logo_removed': onOwn('tirou o logotipo das telas'),

  'member.invited': {
    sentence: ({ who, what, details }) => `${who} convidou ${what} para a equipe como ${details.other}`,
  },
  'member.invited_again': { sentence: ({ who, what }) => `${who} fez outro link de convite para ${what}` },
  'member.invitation_taken': {
    sentence: ({ what }) => `O convite de ${what} deixou de valer: outra equipe convidou este email`,
  },
  'member.has_own_account': {
    sentence: ({ what }) => `O convite de ${what} não abre mais: este email registrou uma conta própria`,
  },
  'member.joined': onOwn('entrou na equipe pelo convite'),
  'member.password_set': onOwn('definiu uma nova senha pelo link recebido'),
  'member.role_changed': { sentence: ({ who, what }) => `${who} mudou o papel de ${what} na equipe` },
  'member.blocked': { sentence: ({ who, what }) => `${who} bloqueou ${what} na equipe` },
  'member.unblocked': { sentence: ({ who, what }) => `${who} desbloqueou ${what} na equipe` },
  'member.removed': { sentence: ({ who, what }) => `${who} removeu ${what} da equipe` },
  'member.second_factor_removed': {
    sentence: ({ who }) => `A verificação em duas etapas de ${who} foi desligada pelo link recebido`,
  },

  'token.created': { sentence: ({ who, what, details }) => `${who} criou o token de API ${what} (${details.other})` },
  'token.deleted': onThing('excluiu', 'o token de API'),

  'content.deleted': onThing('excluiu', 'o conteúdo'),
  'content.restored': { sentence: ({ who, what }) => `${who} desfez a exclusão do conteúdo ${what}` },
  'playlist.deleted': onThing('excluiu', 'a playlist'),
  'playlist.restored': { sentence: ({ who, what }) => `${who} desfez a exclusão da playlist ${what}` },
  'programme.created': {
    sentence: ({ who, what, details }) => `${who} criou na programação “${what}” (${details.other})`,
  },
  'programme.changed': {
    sentence: ({ who, what, details }) => `${who} mudou na programação “${what}” (${details.other})`,
  },
  'programme.deleted': { sentence: ({ who, what }) => `${who} excluiu da programação “${what}”` },
  'message.deleted': onThing('excluiu', 'a mensagem'),

  'notice.created': onThing('criou', 'o aviso'),
  'notice.changed': onThing('mudou', 'o aviso'),
  'notice.switched_on': onThing('ativou', 'o aviso'),
  'notice.switched_off': onThing('desativou', 'o aviso'),
  'notice.deleted': onThing('excluiu', 'o aviso'),

  'urgent.sent': {
    sentence: ({ who, what, details }) =>
      `${who} mostrou o aviso urgente ${what} em ${counted(details.count, 'tela', 'telas')}`,
  },
  'urgent.ended': { sentence: ({ who, what }) => `${who} encerrou o aviso urgente ${what}` },

  'category.created': onThing('criou', 'a categoria'),
  'category.changed': onThing('mudou', 'a categoria'),
  'category.deleted': onThing('excluiu', 'a categoria'),
  'category.granted': {
    sentence: ({ who, what, details }) => `${who} liberou a categoria ${what} para a conta ${details.other}`,
  },
  'category.revoked': {
    sentence: ({ who, what, details }) => `${who} tirou da conta ${details.other} o acesso à categoria ${what}`,
  },

  'station.created': onPlatform(({ who, what }) => `${who} criou a rádio ${what}`),
  'station.changed': onPlatform(({ who, what }) => `${who} mudou a rádio ${what}`),
  'station.deleted': onPlatform(({ who, what }) => `${who} excluiu a rádio ${what}`),

  'settings.changed': onPlatform(({ who, what }) => `${who} mudou as configurações: ${what}`),
  'settings.first_steps_done': onPlatform(({ who, what }) => `${who} fez os primeiros passos: ${what}`),
  'settings.first_steps_put_aside': onPlatform(({ who }) => `${who} deixou os primeiros passos para depois`),
  'system.task_started': onPlatform(({ who, what }) => `${who} iniciou a tarefa ${what}`),
  'system.backup_downloaded': onPlatform(({ who, what }) => `${who} baixou o backup ${what}`),
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

/** An action that a newer release wrote says its own word. */
export const actionOf = (name: string): Action =>
  (actions as Record<string, Action>)[name] ?? { sentence: ({ who, what }) => `${who}: ${name} ${what}` };

/** Zones are kept as they are called, in entries of earlier releases too. */
const readable = (value: string) => (/^[A-Z]\w+(\/[\w+-]+)+$/.test(value) ? nameOfZone(value) : value);

/** 'Armazenamento: 3 GB para 10 GB', a line a change. */
export const linesOf = ({ changes = {} }: Details): string[] =>
  Object.entries(changes).map(([word, [before, after]]) =>
    word === zoneWord ? `${word}: ${readable(before)} para ${readable(after)}` : `${word}: ${before} para ${after}`,
  );
