/** Lists what the search finds: pages, actions, screens, playlists, contents and messages of the account. */
import { playlistHref, tabHref } from '../../navigation/manage-tabs.ts';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';
import { useResource } from '../../state/resources/resource.ts';
import { useList } from '../../state/resources/use-list.ts';
import { offeredFeatures } from './offered-features.ts';
import { hasCapability } from '../../state/session.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import type { PickerItem } from '../../ui/form/picker/PickerItemText.tsx';
import { isUrgentDialogOpen } from '../urgent/use-urgent.ts';
import { accountItems, managerItems } from './nav-items.ts';

interface SearchItem extends PickerItem {
  /** Opens the page or does the action. */
  run: () => void;
}

type ItemWithoutId = Omit<SearchItem, 'id'>;

const opens = (href: string) => () => navigate(href);

/**
 * Returns what the search offers, without lists that are still loading. Of screens and contents it returns only those that match
 * `search`. For components with `useSignals()`.
 */
export function useSearchItems(search: string): SearchItem[] {
  const { manages, writesMessages } = offeredFeatures();
  const screens = useList('GET /api/my-players', { search }, (rows) => rows, { enabled: manages });
  const playlists = useResource('GET /api/playlists', {}, { enabled: manages });
  const videos = useList('GET /api/videos', { search }, (rows) => rows, { enabled: manages });
  const messages = useResource('GET /api/breaking-news', {}, { enabled: writesMessages });
  const itemsOf = <Item,>(
    items: readonly Item[] | undefined,
    kind: string,
    describe: (item: Item) => Omit<ItemWithoutId, 'aside'>,
  ) => (items ?? []).map((item): ItemWithoutId => ({ ...describe(item), aside: <Badge>{kind}</Badge> }));
  return [
    ...itemsOf([...accountItems.value, ...managerItems.value], 'Página', ({ label, href }) => ({
      title: label,
      run: opens(href),
    })),
    ...itemsOf(actions(), 'Ação', (action) => action),
    ...itemsOf(screens.shown, 'Tela', ({ name }) => ({ title: name, run: opens(tabHref('telas', name)) })),
    ...itemsOf(playlists.data, 'Playlist', ({ id, name }) => ({ title: name, run: opens(playlistHref(id)) })),
    ...itemsOf(videos.shown, 'Conteúdo', ({ name }) => ({ title: name, run: opens(tabHref('conteudos', name)) })),
    ...itemsOf(messages.data, 'Mensagem', ({ title, message }) => ({
      title: title ?? message,
      ...(title && { detail: message }),
      run: opens(paths.messages),
    })),
  ].map((item, id) => ({ ...item, id }));
}

/** Returns the actions that the person may start from any page. */
function actions(): Omit<ItemWithoutId, 'aside'>[] {
  const { manages } = offeredFeatures();
  return [
    ...(manages && hasCapability('contents')
      ? [
          { title: 'Enviar conteúdo', run: opens(tabHref('upload')) },
          { title: 'Importar', detail: 'De uma pasta, ZIP, Xibo, Anthias...', run: opens(paths.import) },
          { title: 'Criar cartaz', detail: 'Aviso, feriado, horário, Wi-Fi...', run: opens(paths.poster) },
        ]
      : []),
    ...(manages && hasCapability('screens') ? [{ title: 'Parear TV', run: opens(paths.pair) }] : []),
    ...(manages && hasCapability('urgent')
      ? [
          {
            title: 'Aviso urgente',
            detail: 'Mostrar agora em todas as telas',
            run: () => (isUrgentDialogOpen.value = true),
          },
        ]
      : []),
    ...(manages
      ? [{ title: 'Identificação da clínica', detail: 'CRM-PJ, diretor técnico e médicos', run: opens(paths.clinic) }]
      : []),
    { title: 'Instalar uma tela', detail: 'Passo a passo para TV, celular e computador', run: opens(paths.install) },
  ];
}
