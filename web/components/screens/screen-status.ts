/** Texts for a screen's status (contract/README 9.5). Pure. */
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Tone } from '../../ui/data/Badge.tsx';

/** Returns the status badge for managers: the status of a screen that is not active, the connectivity of an active one. */
export function statusOf({ status, isOnline }: Pick<MyPlayer, 'status' | 'isOnline'>): { text: string; tone: Tone } {
  switch (status) {
    case 'disconnected':
      return { text: 'Desconectado', tone: 'neutral' };
    case 'blocked':
      return { text: 'Bloqueada', tone: 'danger' };
    case 'paused':
      return { text: 'Pausada', tone: 'warning' };
    default:
      return isOnline ? { text: 'Online', tone: 'success' } : { text: 'Offline', tone: 'neutral' };
  }
}

/** Returns why a screen accepts no playlist; undefined for an active screen, which accepts one (contract/README 9.6). */
export function whyUnavailable({ status }: Pick<MyPlayer, 'status'>): string | undefined {
  switch (status) {
    case 'paused':
    case 'blocked':
      return 'Tela pausada/bloqueada pelo administrador';
    case 'disconnected':
      return 'Nenhuma TV conectada: pareie uma para escolher uma playlist';
    default:
      return undefined;
  }
}
