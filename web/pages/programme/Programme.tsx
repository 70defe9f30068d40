import { useSignals } from '@preact/signals-react/runtime';
import { MonitorPlay } from 'lucide-react';
import type { ScreenGroup } from '../../../src/contract/groups.ts';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { FeaturePage } from '../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { tabHref } from '../../navigation/manage-tabs.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasFeature } from '../../state/session.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ProgrammeBoard } from './ProgrammeBoard.tsx';

const noGroups: readonly ScreenGroup[] = [];
/** Shows the page 'Programação' with the programmes of screens and groups (contract/README 16). */
export function Programme() {
  useSignals();
  const isAllowed = hasFeature('canAccessManagement');
  const schedules = useResource('GET /api/schedules', {}, { enabled: isAllowed });
  const screens = useResource('GET /api/my-players', {}, { enabled: isAllowed });
  const groups = useResource('GET /api/screen-groups', {}, { enabled: isAllowed });
  const playlists = useResource('GET /api/playlists', {}, { enabled: isAllowed });

  const failedPlaylists = !playlists.data && playlists.error ? playlists : undefined;
  return (
    <FeaturePage
      feature="a programação"
      isAllowed={isAllowed}
      error={schedules.error}
      title="Programação"
      subtitle="O que cada tela mostra, em cada dia e hora"
    >
      <RoleNote needs="programme" />
      {failedPlaylists?.error && (
        <LoadError subject="as playlists" error={failedPlaylists.error} onRetry={failedPlaylists.refetch} />
      )}
      <Loaded
        resource={screens}
        skeleton={<ProgrammeSkeleton />}
        empty={
          <EmptyState
            icon={<MonitorPlay />}
            title="Nenhuma tela ainda"
            text="A programação é de uma tela. Conecte a primeira TV e volte aqui."
            action={<ButtonLink href={tabHref('telas')}>Ir para Minhas Telas</ButtonLink>}
          />
        }
      >
        {(list) => (
          <Loaded resource={schedules} warnsWhenStale skeleton={<ProgrammeSkeleton />}>
            {(rules) =>
              playlists.data ? (
                <ProgrammeBoard
                  screens={list}
                  groups={groups.data ?? noGroups}
                  schedules={rules}
                  playlists={playlists.data}
                />
              ) : failedPlaylists ? null : (
                <ProgrammeSkeleton />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </FeaturePage>
  );
}

const ProgrammeSkeleton = () => <Skeleton height="32rem" radius="var(--radius-lg)" />;
