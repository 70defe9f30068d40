/** Texts of the player; web/testing/quoted-texts.txt has those that are specified word for word. */

export const channelName = 'Antessala TV';

export const strings = {
  checking: 'Verificando conexão...',
  resetConnection: 'Resetar Conexão',
  player: (id: number) => `Player ${id}`,
  connectedAs: (userId: number) => `Conectado (Usuário ${userId})`,
  disconnect: 'Desconectar',
  disconnectQuestion: 'Desconectar esta tela?',
  disconnectHint: 'Ela para de exibir a programação. Para voltar, digite de novo o código da tela.',
  disconnecting: 'Desconectando...',
  stillOccupied: 'O servidor não respondeu. Para liberar a tela, use “Desconectar” em Minhas Telas, no estúdio.',
  screenBlocked: 'Tela bloqueada',
  screenBlockedHint: 'A tela ou a conta foi bloqueada pelo administrador. Quando for liberada, a programação volta.',
  playMode: 'Modo Reprodução',
  activationCode: 'Código de Ativação',
  activationExample: 'Ex: X9G4F2',
  activationHint:
    'Ou digite aqui, com o controle, o código de 10 letras da tela. Ele está em Minhas Telas, no estúdio.',
  pairingTitle: 'Conecte esta TV pelo celular',
  pairingQr: 'Código QR que abre o pareamento no celular',
  pairingScan: 'Aponte a câmera do celular, ou abra',
  pairingType: 'e digite no celular o código',
  pairingCheck: 'O celular mostra também',
  pairingStudio: 'No estúdio: Minhas Telas, Parear TV.',
  pairingWaits: 'Sem resposta do servidor. Tentando de novo...',
  swapped: 'Esta tela foi trocada',
  swappedHint: 'A programação dela continua em outro aparelho. Os conteúdos guardados neste foram apagados.',
  useAgain: 'Conectar a outra tela',
  activate: 'Ativar Player',
  activating: 'Ativando...',
  back: 'Voltar',
  deviceReset: 'Dispositivo resetado com sucesso. Digite o código da tela.',
  codeForPhone: 'Este código vai no celular. Aqui vai o código de 10 letras da tela.',
  invalidCode: 'Código de ativação inválido',
  connectionError: 'Erro de conexão',
  validationTimeout: 'Timeout na verificação - tentando novamente',
  saveError: 'Erro ao salvar credenciais',

  openOnline: 'Abrir Online',
  tvBox: 'TV Box',
  online: 'Online',
  playerLabel: 'Player',
  channelId: (screenId: string) => `CANAL ID: ${screenId}`,

  clearing: 'Limpando cache do player...',
  redirecting: 'Redirecionando em instantes...',

  urgent: {
    evacuation: 'Evacuação',
    power: 'Falta de energia',
    delay: 'Aviso aos pacientes',
    system: 'Sistema fora do ar',
    free: 'Aviso urgente',
  },

  active: 'Player Ativo',
  waiting: 'Aguardando comandos do sistema...',
  unplayable: 'Não foi possível abrir os conteúdos',
  /** Returns the hint with the first three names. */
  unplayableHint(names: readonly string[]) {
    const first = names.slice(0, 3).join(', ');
    const more = names.length > 3 ? ` e mais ${names.length - 3}` : '';
    return `${first}${more}. Confira estes conteúdos no estúdio. A tela tenta de novo sozinha.`;
  },
  downloading: (percent: number) => `Baixando conteúdos: ${percent} %`,
  connected: 'Conectado',
  reconnecting: 'Reconectando...',
  emptyPlaylist: 'Nenhum vídeo na playlist',
  emptyHint: 'Adicione conteúdos a esta playlist no estúdio.',
  paused: 'Tela pausada',
  pausedHint: 'A programação volta em instantes.',
  playlistUpdated: 'Playlist atualizada!',

  previewNeedsSession: 'Entre no estúdio para ver a prévia',
  previewNeedsSessionHint: 'Sua sessão terminou ou ainda não começou. Entre no estúdio e abra a prévia de novo.',
  previewMissing: 'Playlist não encontrada',
  previewMissingHint: 'Ela pode ter sido excluída. Abra Playlists no estúdio e escolha outra.',
  previewOffline: 'Sem conexão com o servidor',
  previewOfflineHint: 'Verifique a rede deste computador. A prévia começa sozinha quando a conexão voltar.',

  callTicket: 'Senha',
  callName: 'Chamando',
  callPriority: 'Preferencial',
  callTest: 'Teste',
  panelEmpty: 'Aguarde a sua chamada',
  panelEmptyHint: 'Quando for a sua vez, aparece aqui para onde ir.',
  panelPrevious: 'Últimas chamadas',

  options: 'Opções',
  optionsTitle: 'Opções do player',
  optionsHint: 'Digite a senha para sair ou resetar este player.',
  password: 'Senha',
  exit: 'Sair',
  reset: 'Resetar',
  cancel: 'Cancelar',
  wrongPassword: 'Senha incorreta',
  serverDown: 'Servidor indisponível. Tente novamente.',
  previous: 'Anterior',
};

/** Loading messages by percent (contract/README 10.2). */
export const loadingSteps = {
  10: 'Iniciando o player...',
  25: 'Verificando conexão...',
  40: 'Carregando playlist...',
  65: 'Preparando conteúdos...',
  80: 'Carregando mensagens e avisos...',
  90: 'Ajustando a tela...',
  100: 'Pronto!',
} as const;
export type LoadingPercent = keyof typeof loadingSteps;
