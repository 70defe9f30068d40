/** Returns the targets of audit log entries about calls, and the changed values in the words of the settings page. */
import type { CallRoom, CallService, CallSettings, NamePolicy } from '../../contract/calls.ts';
import { counted } from '../../contract/text/units.ts';
import type { StoredCallSettings, StoredSource } from './setup-store.ts';

/** Label of a field -> its values before and after a change. */
type Pairs = Record<string, readonly [unknown, unknown]>;

export const roomTarget = (userId: number, { id, name }: { id: number; name: string }) =>
  ({ kind: 'call', id, name, accountId: userId }) as const;

export const serviceTarget = roomTarget;

/** Returns the target of entries about an account's call settings or source, which have no ids. */
export const settingsTarget = (userId: number, name: string) =>
  ({ kind: 'call', id: userId, name, accountId: userId }) as const;

const screensText = ({ playerIds, groupIds }: Pick<CallRoom, 'playerIds' | 'groupIds'>) =>
  playerIds === null
    ? 'todas'
    : `${counted(playerIds.length, 'tela', 'telas')} e ${counted(groupIds.length, 'grupo', 'grupos')}`;

const screenIds = ({ playerIds, groupIds }: CallRoom) => JSON.stringify([playerIds, groupIds]);

export function roomPairs(before: CallRoom, after: CallRoom): Pairs {
  const screens = [screensText(before), screensText(after)] as const;
  // As many screens as before, but not the same.
  const areOtherScreens = screens[0] === screens[1] && screenIds(before) !== screenIds(after);
  return {
    Nome: [before.name, after.name],
    Cor: [before.colour, after.colour],
    TVs: areOtherScreens ? [screens[0], 'outras'] : screens,
  };
}

/** Values of a service as the log shows them; `position` counts from 1. */
type AuditedService = CallService & { rooms: string; position: number };

export const servicePairs = (before: AuditedService, after: AuditedService): Pairs => ({
  Nome: [before.name, after.name],
  Prefixo: [before.prefix, after.prefix],
  Locais: [before.rooms, after.rooms],
  Posição: [before.position, after.position],
});

const policyNames: Record<NamePolicy, string> = {
  ticket: 'só a senha',
  initials: 'iniciais',
  firstNameAndInitial: 'primeiro nome e inicial',
  full: 'nome completo',
};
const layoutNames: Record<CallSettings['layout'], string> = { lowerThird: 'faixa', fullScreen: 'tela cheia' };
const engineNames: Record<CallSettings['engine'], string> = {
  auto: 'a melhor',
  rhvoice: 'RHVoice',
  piper: 'Piper',
  espeak: 'espeak-ng',
};

export const settingsPairs = (before: StoredCallSettings, after: StoredCallSettings): Pairs => ({
  'Nomes na TV': [policyNames[before.namePolicy], policyNames[after.namePolicy]],
  'Toque de atenção': [before.chime, after.chime],
  Voz: [before.voice, after.voice],
  'Algarismo por algarismo': [before.isDigitByDigit, after.isDigitByDigit],
  'Voz do servidor': [engineNames[before.engine], engineNames[after.engine]],
  Repetições: [before.repetitions, after.repetitions],
  Segundos: [before.seconds, after.seconds],
  Cartão: [layoutNames[before.layout], layoutNames[after.layout]],
  Fila: [before.queueEnabled, after.queueEnabled],
  Prefixos: [Object.values(before.prefixes).join(', '), Object.values(after.prefixes).join(', ')],
  Alternância: [before.alternation, after.alternation],
  'Início do dia': [`${before.dayStartsAt} h`, `${after.dayStartsAt} h`],
  'Senhas de ontem continuam': [before.carriesOver, after.carriesOver],
});

/** Returns the changed values of a source. A changed secret appears without its value. */
export const sgaConnectionPairs = (before: StoredSource, after: StoredSource): Pairs => ({
  Ligado: [before.isActive, after.isActive],
  Endereço: [before.url, after.url],
  Unidade: [before.unitId, after.unitId],
  Serviços: [before.serviceIds.join(', '), after.serviceIds.join(', ')],
  'Client ID': [before.clientId, after.clientId],
  Usuário: [before.username, after.username],
  ...(before.clientSecret !== after.clientSecret && { 'Client secret': ['o anterior', 'outro'] }),
  ...(before.password !== after.password && { Senha: ['a anterior', 'outra'] }),
});
