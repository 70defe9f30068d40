import { useSignals } from '@preact/signals-react/runtime';

import { useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { AccessDenied } from '../../components/shell/loading/AccessDenied.tsx';
import { NoScreens } from '../../components/screens/NoScreens.tsx';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { NextRowsError } from '../../components/shell/loading/NextRowsError.tsx';
import { FeaturePage } from '../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { useResource, useRows } from '../../state/resources/resource.ts';
import { useCount } from '../../state/resources/use-list.ts';
import { useInfiniteScroll } from '../../ui/data/use-infinite-scroll.ts';
import { hasCapability, hasFeature, user } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { plural } from '../../ui/text/format.ts';
import { RefreshButton } from '../../ui/action/RefreshButton.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { tabHref } from '../../navigation/manage-tabs.ts';
import { BoxCard } from './BoxCard.tsx';
import styles from './Players.module.css';
import { Grid, Text } from '../../ui/layout/primitives.tsx';

/** Number of cards that are added at a time. */
const boxesPerStep = 48;

/** Shows the page 'Dashboard de TV Box': sends a chosen playlist to TV boxes (contract/README 2.9). */
export function Players() {
  useSignals();
  const isAllowed = hasFeature('canAccessManagement');
  const key = 'GET /api/my-players';
  const refetching = { enabled: isAllowed, refetchMs: limits.screensRefetchMs };
  const boxes = useRows(key, undefined, refetching);
  const all = boxes.data;
  const onlineBoxes = all?.filter(({ isOnline }) => isOnline);
  const total = useCount(key, {}, boxes.isComplete ? all : undefined, refetching);
  const onlineCount = useCount(key, { state: 'online' }, boxes.isComplete ? onlineBoxes : undefined, refetching);
  const { shown, end } = useInfiniteScroll(boxes.data ?? [], boxesPerStep, boxes);
  const playlists = useResource('GET /api/playlists', {}, { enabled: isAllowed });
  const [chosenId, setChosenId] = useState('');
  const [refresh] = useAction('Erro ao atualizar', () => Promise.all([boxes.refresh(), playlists.refresh()]));

  if (!user.value) return <AccessDenied title="Acesso negado" text="Entre na sua conta para ver os seus TV Boxes." />;

  const mayChange = hasCapability('screens');
  const options = (playlists.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const playlist = playlists.data?.find(({ id }) => String(id) === chosenId);

  return (
    <FeaturePage
      feature="o dashboard de TV Box"
      isAllowed={isAllowed}
      title="Dashboard de TV Box"
      subtitle={
        total && onlineCount !== undefined
          ? `${onlineCount} de ${plural(total, 'TV Box', 'TV Boxes')} online`
          : 'Envie playlists e acompanhe cada TV'
      }
      actions={<RefreshButton onRefresh={refresh} />}
    >
      <Loaded resource={boxes} skeleton={<PlayersSkeleton />} empty={<NoScreens title="Nenhum TV Box ainda" />}>
        {() => (
          <>
            <RoleNote needs="screens" />
            {mayChange && (
              <div className={styles.choice}>
                {playlists.error && !playlists.data ? (
                  <LoadError subject="as playlists" error={playlists.error} onRetry={playlists.refetch} />
                ) : playlists.data?.length === 0 ? (
                  <Text as="p" muted>
                    Você ainda não tem playlists. <a href={tabHref('playlists')}>Crie uma playlist</a> para enviar aos
                    TV Boxes.
                  </Text>
                ) : (
                  <Select
                    label="Playlist para enviar"
                    placeholder="Selecione uma playlist"
                    value={playlist ? chosenId : ''}
                    onChange={setChosenId}
                    options={options}
                  />
                )}
              </div>
            )}
            <Grid as="ul" min="21rem" gap={4} aria-label="TV Boxes">
              {shown.map((box) => (
                <BoxCard key={box.id} box={box} playlist={playlist} mayChange={mayChange} />
              ))}
            </Grid>
            <NextRowsError list={boxes} />
            <div ref={end} />
          </>
        )}
      </Loaded>
    </FeaturePage>
  );
}

function PlayersSkeleton() {
  return (
    <Grid min="21rem" gap={4}>
      {[0, 1, 2].map((each) => (
        <Skeleton key={each} height="17rem" radius="var(--radius-lg)" />
      ))}
    </Grid>
  );
}
