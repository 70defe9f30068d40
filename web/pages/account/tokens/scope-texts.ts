import type { TokenScope } from '../../../../src/contract/accounts/capabilities.ts';

export const scopeTexts: Record<TokenScope, string> = {
  calls: 'Chama pacientes nas telas.',
  messages: 'Lê e muda as mensagens, e vê as playlists.',
  contents: 'Envia, troca e exclui conteúdos, e vê as playlists.',
  'screens:read': 'Vê o que cada tela exibe.',
  'reports:read': 'Lê o que foi exibido.',
  urgent: 'Mostra um aviso urgente nas telas.',
};
