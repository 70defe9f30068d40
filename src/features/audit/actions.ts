/** The actions of the audit log: the stable name of each and its sentence (contract/README 1.17). */

import { graphemesOf } from '../../contract/text/graphemes.ts';
import { counted } from '../../contract/text/units.ts';
import { nameOfZone } from '../../contract/programme/time-zones.ts';

/** Label of a changed time zone in `changes`. Entries contain IANA names, which people read as display names. */
const zoneLabel = 'Fuso horário';

/** Values that an audit sentence is built from. */
interface SentenceValues {
  /** Name of the actor; 'O servidor' or 'Alguém' when it is unknown. */
  who: string;
  /** Name of the target. */
  what: string;
  details: Details;
}

/** Short values of an entry, without secrets. */
export interface Details {
  /** Values before and after, by label as the studio shows it. */
  changes?: Record<string, readonly [string, string]>;
  /** Other values, by label. */
  facts?: Record<string, string>;
  /** Number of affected items, of refused sign-ins, or of remaining recovery codes. */
  count?: number;
  /** Number of actions that the entry stands for (repeat-store.ts); omitted for one. */
  repeats?: number;
  /** Second text of a sentence, such as the name of a sent playlist, the former name of a renamed screen, or a member's role. */
  other?: string;
}

/** A text with `{who}`, `{what}` and `{other}`, or a function when the sentence depends on a number. */
type Sentence = string | ((values: SentenceValues) => string);

/** Returns a text such as ' (3 vezes)'; '' for one time. */
export const timesText = (count = 1) => (count === 1 ? '' : ` (${count.toLocaleString('pt-BR')} vezes)`);

export const actions = {
  'session.started': '{who} entrou no Studio',
  'session.refused': ({ what, details }) =>
    `Alguém tentou entrar como ${what} e foi recusado${timesText(details.count)}`,
  'session.code_refused': ({ what, details }) =>
    `Alguém sabia a senha de ${what}, mas não o código da segunda etapa${timesText(details.count)}`,
  'session.ended': '{who} saiu do Studio',
  'session.closed': '{who} encerrou uma sessão aberta em {what}',
  'session.others_closed': ({ who, details }) =>
    `${who} encerrou ${counted(details.count, 'outra sessão', 'outras sessões')} da conta`,

  'account.registered': '{what} criou uma conta, que aguarda aprovação',
  'account.created': '{who} criou a conta {what}',
  'account.approved': '{who} aprovou a conta {what}',
  'account.rejected': '{who} rejeitou a conta {what}',
  'account.blocked': '{who} bloqueou a conta {what}',
  'account.unblocked': '{who} desbloqueou a conta {what}',
  'account.password_changed': '{who} mudou a própria senha',
  'account.password_set': '{who} definiu uma nova senha para a conta {what}',
  'account.access_revoked': '{who} encerrou {other} da conta {what}',
  'account.brought_back': ({ who, what, details }) =>
    `${who} trouxe de volta ${counted(details.count, 'item', 'itens')} da conta ${what} de um backup`,
  'account.quotas_changed': '{who} mudou as quotas da conta {what}',
  'account.profile_changed': '{who} mudou o perfil da conta {what}',
  'account.time_zone_changed': '{who} mudou o fuso horário da conta {what}',
  'account.clinic_profile_changed': '{who} mudou a identificação da clínica',
  'account.space_requested': '{who} pediu mais espaço',
  'account.space_dismissed': '{who} dispensou o pedido de espaço da conta {what}',
  'account.word_recorded': '{who} gravou “{what}” para as chamadas',
  'account.recording_removed': '{who} apagou a gravação de “{what}” das chamadas',
  'account.full_names_allowed': '{who} permitiu mostrar o nome completo dos pacientes nas TVs',
  'account.deleted': '{who} excluiu a conta {what}',
  'account.second_factor_on': '{who} ligou a verificação em duas etapas',
  'account.second_factor_off': '{who} desligou a verificação em duas etapas',
  'account.second_factor_removed': '{who} desligou a verificação em duas etapas da conta {what}',
  'account.second_factor_required': '{who} passou a exigir a verificação em duas etapas da conta {what}',
  'account.second_factor_optional': '{who} deixou de exigir a verificação em duas etapas da conta {what}',
  'account.identity_changed': '{who} mudou o próprio nome ou email',
  'account.recovery_codes_made': '{who} gerou novos códigos de recuperação',
  'account.recovery_code_used': ({ who, details }) =>
    `${who} entrou com um código de recuperação (${details.count === 1 ? 'resta 1' : `restam ${details.count ?? 0}`})`,

  'screen.created': '{who} criou a tela {what}',
  'screen.renamed': '{who} mudou o nome da tela {other} para {what}',
  'screen.restarted': '{who} reiniciou a página da tela {what}',
  'screen.call_layout_changed': '{who} mudou como a tela {what} mostra as chamadas',
  'screen.settings_changed': '{who} mudou os ajustes da tela {what}',
  'screen.paused': '{who} pausou a tela {what}',
  'screen.blocked': '{who} bloqueou a tela {what}',
  'screen.unblocked': '{who} desbloqueou a tela {what}',
  'screen.resumed': '{who} retomou a tela {what}',
  'screen.disconnected': '{who} desconectou a tela {what}',
  'screen.reset': '{who} resetou a tela {what}',
  'screen.deleted': '{who} excluiu a tela {what}',
  'screen.playlist_sent': '{who} enviou a playlist {other} para a tela {what}',
  'screen.playlist_removed': '{who} tirou a playlist da tela {what}',
  'screen.paired': 'Um aparelho foi conectado à tela {what}',
  'screen.set_up': '{who} criou a tela {what} em um aparelho',
  'screen.claimed': '{who} deu a tela {what} a um aparelho',
  'screen.swapped': '{who} trocou o aparelho da tela {what}',
  'screen.released': 'O aparelho da tela {what} se desconectou',

  'group.created': '{who} criou o grupo de telas {what}',
  'group.renamed': '{who} mudou o nome do grupo {other} para {what}',
  'group.screens_changed': ({ who, what, details }) =>
    `${who} mudou as telas do grupo ${what} (${counted(details.count, 'tela', 'telas')})`,
  'group.deleted': '{who} excluiu o grupo de telas {what}',

  'display.changed': '{who} mudou a aparência das telas',
  'display.logo_changed': '{who} trocou o logotipo das telas',
  'display.logo_removed': '{who} tirou o logotipo das telas',

  'member.invited': '{who} convidou {what} para a equipe como {other}',
  'member.invited_again': '{who} fez outro link de convite para {what}',
  // Only entries of earlier releases have this action.
  'member.invitation_taken': 'O convite de {what} deixou de valer: outra equipe convidou este email',
  'member.has_own_account': 'O convite de {what} não abre mais: este email registrou uma conta própria',
  'member.joined': '{who} entrou na equipe pelo convite',
  'member.password_set': '{who} definiu uma nova senha pelo link recebido',
  'member.role_changed': '{who} mudou o papel de {what} na equipe',
  'member.blocked': '{who} bloqueou {what} na equipe',
  'member.unblocked': '{who} desbloqueou {what} na equipe',
  'member.removed': '{who} removeu {what} da equipe',
  'member.second_factor_removed': 'A verificação em duas etapas de {who} foi desligada pelo link recebido',

  'token.created': '{who} criou o token de API {what} ({other})',
  'token.deleted': '{who} excluiu o token de API {what}',

  'content.uploaded': '{who} enviou o conteúdo {what}',
  'content.imported': '{who} importou os conteúdos de {what}',
  'content.changed': '{who} mudou o conteúdo {what}',
  'content.replaced': '{who} trocou o arquivo do conteúdo {what}',
  'content.retried': '{who} mandou processar de novo o conteúdo {what}',
  'content.deleted': '{who} excluiu o conteúdo {what}',
  'content.restored': '{who} desfez a exclusão do conteúdo {what}',
  'playlist.created': '{who} criou a playlist {what}',
  'playlist.changed': '{who} mudou a playlist {what}',
  'playlist.content_added': '{who} pôs {other} na playlist {what}',
  'playlist.content_changed': '{who} mudou a frequência de {other} na playlist {what}',
  'playlist.content_removed': '{who} tirou {other} da playlist {what}',
  'playlist.hours_changed': '{who} mudou os horários de {other} na playlist {what}',
  'playlist.order_changed': '{who} mudou a ordem da playlist {what}',
  'playlist.deleted': '{who} excluiu a playlist {what}',
  'playlist.restored': '{who} desfez a exclusão da playlist {what}',
  'programme.created': '{who} criou na programação “{what}” ({other})',
  'programme.changed': '{who} mudou na programação “{what}” ({other})',
  'programme.opening': '{who} mudou o horário da clínica: {what}',
  'programme.deleted': '{who} excluiu da programação “{what}”',
  'message.created': '{who} escreveu a mensagem “{what}”',
  'message.changed': '{who} mudou a mensagem “{what}”',
  'message.playlists_changed': '{who} escolheu onde passa a mensagem “{what}”',
  'message.deleted': '{who} excluiu a mensagem “{what}”',

  'call.room_created': '{who} criou o local de chamada {what}',
  'call.room_changed': '{who} mudou o local de chamada {what}',
  'call.room_deleted': '{who} excluiu o local de chamada {what}',
  'call.service_created': '{who} criou o serviço {what}',
  'call.service_changed': '{who} mudou o serviço {what}',
  'call.service_deleted': '{who} excluiu o serviço {what}',
  'call.settings_changed': '{who} mudou os ajustes das chamadas',
  'call.source_changed': '{who} mudou a ligação com o {what}',
  'call.source_allowed': '{who} liberou {other} para o Novo SGA da conta {what}',
  'call.source_forbidden': '{who} deixou de liberar {other} para o Novo SGA da conta {what}',

  'radio.changed': '{who} mudou a {what}',
  'radio.soundtrack_created': '{who} criou a trilha {what}',
  'radio.soundtrack_renamed': '{who} mudou o nome da trilha {what}',
  'radio.soundtrack_deleted': '{who} excluiu a trilha {what}',

  'notice.created': '{who} criou o aviso {what}',
  'notice.changed': '{who} mudou o aviso {what}',
  'notice.switched_on': '{who} ativou o aviso {what}',
  'notice.switched_off': '{who} desativou o aviso {what}',
  'notice.deleted': '{who} excluiu o aviso {what}',

  'urgent.sent': ({ who, what, details }) =>
    `${who} mostrou o aviso urgente ${what} em ${counted(details.count, 'tela', 'telas')}`,
  'urgent.ended': '{who} encerrou o aviso urgente {what}',

  'category.created': '{who} criou a categoria {what}',
  'category.changed': '{who} mudou a categoria {what}',
  'category.deleted': '{who} excluiu a categoria {what}',
  'category.granted': '{who} liberou a categoria {what} para a conta {other}',
  'category.revoked': '{who} tirou da conta {other} o acesso à categoria {what}',

  'station.created': '{who} criou a rádio {what}',
  'station.changed': '{who} mudou a rádio {what}',
  'station.deleted': '{who} excluiu a rádio {what}',

  'settings.changed': '{who} mudou as configurações: {what}',
  'settings.first_steps_done': '{who} fez os primeiros passos: {what}',
  'settings.first_steps_put_aside': '{who} deixou os primeiros passos para depois',
  'system.task_started': '{who} iniciou a tarefa {what}',
  'system.update_started': '{who} iniciou a atualização para a versão {what}',
  'system.restore_started': '{who} mandou voltar para o backup {what}',
  'system.restore_failed': '{who} mandou voltar para o backup {what}, e nada mudou por causa de um erro',
  'system.backup_restored': '{who} voltou para o backup {what}',
  'system.backup_downloaded': '{who} baixou o backup {what}',
} as const satisfies Record<string, Sentence>;

export type ActionName = keyof typeof actions;

/** Returns an entry's sentence. An unknown action, written by a newer release, is shown by its name. */
export function sentenceOf(name: string, values: SentenceValues): string {
  const { who, what, details } = values;
  const sentence: Sentence = (actions as Record<string, Sentence>)[name] ?? `{who}: ${name} {what}`;
  if (typeof sentence === 'function') return sentence(values);
  const placeholders = { who, what, other: details.other };
  return sentence.replaceAll(/\{(who|what|other)\}/g, (_, name: keyof typeof placeholders) => `${placeholders[name]}`);
}

/** Returns the display name of a time zone. Other values stay unchanged: earlier releases stored display names. */
const readableZone = (value: string) => (/^[A-Z]\w+(\/[\w+-]+)+$/.test(value) ? nameOfZone(value) : value);

/** Returns a line for each fact and each change, such as 'Armazenamento: 3 GB para 10 GB'. */
export const linesOf = ({ facts = {}, changes = {} }: Details): string[] => [
  ...Object.entries(facts).map(([label, value]) => `${label}: ${value}`),
  ...Object.entries(changes).map(([label, [before, after]]) =>
    label === zoneLabel
      ? `${label}: ${readableZone(before)} para ${readableZone(after)}`
      : `${label}: ${before} para ${after}`,
  ),
];

/** Returns the pairs whose two values differ, as texts by label; undefined if there is none. */
export function changesOf(pairs: Record<string, readonly [unknown, unknown]>): Details['changes'] {
  const changed = Object.entries(pairs).filter(([, [before, after]]) => before !== after);
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map(([label, [before, after]]) => [label, [textOf(before), textOf(after)]]));
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'nada';
  return typeof value === 'boolean' ? (value ? 'sim' : 'não') : shorten(String(value), 150);
}

/** Cuts a longer text to `length` code units, drops the last grapheme cluster, which may be incomplete, and adds an ellipsis. */
export const shorten = (text: string, length: number) =>
  text.length > length ? `${graphemesOf(text.slice(0, length)).slice(0, -1).join('')}…` : text;
