/** Lists the pages that the navigation bar, the phone's menu and the search offer to the signed-in person. */
import { computed } from '@preact/signals-react';
import {
  BellRing,
  CalendarClock,
  ChartColumn,
  CircleUser,
  Film,
  FolderTree,
  History,
  House,
  ListVideo,
  Megaphone,
  MessageSquareText,
  MonitorCog,
  MonitorPlay,
  Music,
  Settings,
  Users,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Capability } from '../../../src/contract/accounts/capabilities.ts';
import { openedTab, type TabId, tabHref } from '../../navigation/manage-tabs.ts';
import { paths } from '../../navigation/paths.ts';
import { isSamePath, currentLocation } from '../../navigation/router.ts';
import { offeredFeatures } from './offered-features.ts';
import { hasCapability, isAdministrator, isManager, user } from '../../state/session.ts';

export interface NavItem {
  label: string;
  href: string;
  Icon: ComponentType;
  /** True on a page of this item. */
  isCurrent: boolean;
  /** The four items with the lowest ranks are in a phone's bar. */
  phoneRank: number;
}

/** Rank of pages that are seldom needed. */
const seldomRank = 20;
/** Added to a page's rank if the person may only read it, and for managers, whose `managerItems` come first. */
const rankPenalty = 10;

const isAt = (...hrefs: string[]) => hrefs.some((href) => isSamePath(href, currentLocation.value.path));
const isAtTab = (...tabs: TabId[]) => isAt(paths.manage) && tabs.includes(openedTab.value);
const rank = (order: number, needed: Capability) =>
  order + (hasCapability(needed) ? 0 : rankPenalty) + (isManager.value ? rankPenalty : 0);

/** Pages of the account, as the features of the account and the person's role permit (contract/README 1.8, 1.19). */
export const accountItems = computed<NavItem[]>(() => {
  if (!user.value) return [];
  const { manages, writesMessages, choosesRadio, calls, programme } = offeredFeatures();
  const items: (NavItem | false)[] = [
    { label: 'Início', href: paths.home, Icon: House, isCurrent: isAt(paths.home), phoneRank: 0 },
    calls && {
      label: 'Chamada',
      href: paths.calls,
      Icon: Megaphone,
      isCurrent: isAt(paths.calls),
      phoneRank: rank(1, 'calls'),
    },
    manages && {
      label: 'Conteúdos',
      href: tabHref('conteudos'),
      Icon: Film,
      isCurrent: isAtTab('upload', 'conteudos', 'plataforma') || isAt(paths.poster, paths.import),
      phoneRank: rank(2, 'contents'),
    },
    manages && {
      label: 'Playlists',
      href: tabHref('playlists'),
      Icon: ListVideo,
      isCurrent: isAtTab('playlists'),
      phoneRank: rank(5, 'playlists'),
    },
    manages && {
      label: 'Telas',
      href: tabHref('telas'),
      Icon: MonitorPlay,
      isCurrent: isAtTab('telas') || isAt(paths.players, paths.pair),
      phoneRank: rank(3, 'screens'),
    },
    programme && {
      label: 'Programação',
      href: paths.programme,
      Icon: CalendarClock,
      isCurrent: isAt(paths.programme),
      phoneRank: rank(6, 'programme'),
    },
    writesMessages && {
      label: 'Mensagens',
      href: paths.messages,
      Icon: MessageSquareText,
      isCurrent: isAt(paths.messages),
      phoneRank: rank(4, 'messages'),
    },
    choosesRadio && {
      label: 'Som',
      href: paths.radio,
      Icon: Music,
      isCurrent: isAt(paths.radio),
      phoneRank: rank(7, 'radio'),
    },
    manages &&
      hasCapability('reports:read') && {
        label: 'Exibições',
        href: paths.plays,
        Icon: ChartColumn,
        isCurrent: isAt(paths.plays),
        phoneRank: seldomRank,
      },
    hasCapability('team') && {
      label: 'Equipe',
      href: paths.team,
      Icon: Users,
      isCurrent: isAt(paths.team),
      phoneRank: seldomRank,
    },
    {
      label: 'Conta',
      href: paths.account,
      Icon: CircleUser,
      isCurrent: isAt(paths.account, paths.accountAudit, paths.clinic),
      phoneRank: seldomRank,
    },
  ];
  return items.filter((item) => item !== false);
});

/** Pages of administrators and gestores; gestores have other addresses and no settings. */
export const managerItems = computed<NavItem[]>(() => {
  if (!isManager.value) return [];
  const pages = isAdministrator.value ? paths.admin : paths.gestor;
  const item = (label: string, href: string, Icon: ComponentType, phoneRank = seldomRank): NavItem => ({
    label,
    href,
    Icon,
    isCurrent: isAt(href),
    phoneRank,
  });
  return [
    item('Usuários', pages.users, UsersRound, 1),
    item('Todas as telas', pages.screens, MonitorCog, 2),
    item('Conteúdo Antessala', pages.categories, FolderTree),
    item('Avisos', pages.notices, BellRing, 3),
    item('Atividades', pages.audit, History),
    ...(isAdministrator.value ? [item('Configurações', paths.settings, Settings)] : []),
  ];
});

/** Number of places in a phone's bar, beside "Mais". */
const phonePlaces = 4;

/** Divides the pages: those with the lowest ranks are in a phone's bar, the others in "Mais". Neither part is sorted by rank. */
export const phoneItems = computed(() => {
  const all = [...accountItems.value, ...managerItems.value];
  const inBar = new Set([...all].sort((one, other) => one.phoneRank - other.phoneRank).slice(0, phonePlaces));
  return { bar: all.filter((item) => inBar.has(item)), more: all.filter((item) => !inBar.has(item)) };
});
