/** Lists the cards of the home page for the signed-in person (contract/README 2.3). */
import { CalendarClock, Megaphone, MessageSquareText, MonitorPlay, Music, Video } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Capability } from '../../../src/contract/accounts/capabilities.ts';
import { paths } from '../../navigation/paths.ts';
import { offeredFeatures } from '../../components/navigation/offered-features.ts';
import { hasCapability, user } from '../../state/session.ts';

export interface HomeCard {
  title: string;
  text: string;
  href: string;
  Icon: ComponentType;
  /** Tone of the icon of a large card. */
  tone?: 'accent' | 'info' | 'warning';
}

interface CardDefinition extends HomeCard {
  isOffered: boolean;
  /** Without it, the person may only read the page. */
  capability: Capability;
  /** Text for people who may only read. */
  readText: string;
}

function cardDefinitions(): Record<
  'videos' | 'messages' | 'radio' | 'calls' | 'programme' | 'screens',
  CardDefinition
> {
  const offered = offeredFeatures();
  return {
    videos: {
      title: 'Vídeos',
      text: 'Envie vídeos, organize o que será exibido',
      readText: 'Veja os conteúdos, as playlists e as telas',
      href: paths.manage,
      Icon: Video,
      tone: 'accent',
      isOffered: offered.manages,
      capability: 'contents',
    },
    messages: {
      title: 'Mensagens',
      text: 'Mensagens aparecem na parte de baixo da tela',
      readText: 'Veja o que aparece na parte de baixo da tela',
      href: paths.messages,
      Icon: MessageSquareText,
      tone: 'info',
      isOffered: offered.writesMessages,
      capability: 'messages',
    },
    radio: {
      title: 'Música',
      text: 'Escolha a rádio para tocar no canal',
      readText: 'Veja a rádio que toca no canal',
      href: paths.radio,
      Icon: Music,
      tone: 'warning',
      isOffered: offered.choosesRadio,
      capability: 'radio',
    },
    calls: {
      title: 'Chamada',
      text: 'Chame pacientes: aparece e toca nas TVs',
      readText: 'Veja as chamadas e o relatório do dia',
      href: paths.calls,
      Icon: Megaphone,
      isOffered: offered.calls,
      capability: 'calls',
    },
    programme: {
      title: 'Programação',
      text: 'Escolha o que cada tela mostra em cada dia e hora',
      readText: 'Veja o que cada tela mostra em cada dia e hora',
      href: paths.programme,
      Icon: CalendarClock,
      isOffered: offered.programme,
      capability: 'programme',
    },
    screens: {
      title: 'Dashboard de TV Box',
      text: 'Veja quais TVs estão online e escolha o que cada uma exibe',
      readText: 'Veja quais TVs estão online e o que cada uma exibe',
      href: paths.players,
      Icon: MonitorPlay,
      isOffered: offered.manages,
      capability: 'screens',
    },
  };
}

/**
 * Returns the cards in three groups: large ones, smaller ones, and pages that the person may only read. For the reception the
 * card of calls is first. Only for components that call `useSignals()`.
 */
export function homeCards(): Record<'large' | 'small' | 'readOnly', HomeCard[]> {
  const { videos, messages, radio, calls, programme, screens } = cardDefinitions();
  const isReception = user.value?.member?.role === 'reception';
  const large = isReception
    ? [{ ...calls, tone: 'accent' as const }, messages, videos, radio]
    : [videos, messages, radio];
  const small = isReception ? [programme, screens] : [calls, programme, screens];
  const permitted = (cards: CardDefinition[], mayChange: boolean) =>
    cards.filter(({ isOffered, capability }) => isOffered && hasCapability(capability) === mayChange);
  return {
    large: permitted(large, true),
    small: permitted(small, true),
    readOnly: permitted([...large, ...small], false).map(({ readText, ...card }) => ({ ...card, text: readText })),
  };
}
