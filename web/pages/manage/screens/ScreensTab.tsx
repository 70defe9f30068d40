import { useSignals } from '@preact/signals-react/runtime';
import { Group, LayoutDashboard, MonitorPlay, Palette, Send, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { GroupsDialog } from '../../../components/groups/GroupsDialog.tsx';
import { NoScreens, pairLink } from '../../../components/screens/NoScreens.tsx';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { hasCapability, hasFeature, user } from '../../../state/session.ts';
import { paths } from '../../../navigation/paths.ts';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { ContentsSkeleton } from '../contents/list/ContentsSkeleton.tsx';
import { CallLayoutDialog } from './CallLayoutDialog.tsx';
import { DisplayDialog } from './DisplayDialog.tsx';
import { RenameScreenDialog } from './RenameScreenDialog.tsx';
import { ScreenCard } from './ScreenCard.tsx';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import styles from './ScreensTab.module.css';
import { SendPlaylistDialog } from '../../../components/screens/SendPlaylistDialog.tsx';
import { SendToGroupDialog } from '../../../components/screens/SendToGroupDialog.tsx';
import { Grid, Row } from '../../../ui/layout/primitives.tsx';

/** Number of cards that are added at a time. Rendering two thousand cards at once would take seconds. */
const cardsPerStep = 48;

type Opened =
  | { kind: 'send'; screenIds: number[] }
  | { kind: 'sendToGroup'; group: ScreenGroup }
  | { kind: 'rename'; screen: MyPlayer }
  | { kind: 'callLayout'; screen: MyPlayer }
  | { kind: 'display' }
  | { kind: 'groups' };

/** Shows the tab 'Minhas Telas': what each screen plays and should play (contract/README 2.4). */
export function ScreensTab() {
  useSignals();
  const account = user.value;
  const screens = useResource('GET /api/my-players', undefined, {
    enabled: account !== undefined,
    refetchMs: limits.screensRefetchMs,
  });
  const hasGroups = hasFeature('canAccessManagement');
  const groups = useResource('GET /api/screen-groups', undefined, { enabled: account !== undefined && hasGroups });
  const [groupId, setGroup] = useState('all');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const mayChange = hasCapability('screens');
  const all = screens.data ?? [];
  const availableScreens = all.filter((screen) => whyUnavailable(screen) === undefined);
  const group = groups.data?.find(({ id }) => String(id) === groupId);
  const { shown, end } = useInfiniteScroll(
    group ? all.filter(({ id }) => group.playerIds.includes(id)) : all,
    cardsPerStep,
  );

  if (!account) return <EmptyState icon={<ShieldAlert />} title="Acesso negado" />;

  return (
    <Loaded resource={screens} skeleton={<ContentsSkeleton what="telas" />} empty={<NoScreens />}>
      {() => (
        <>
          <Row align="center" wrap className={styles.head}>
            <Row as="p" gap={2} align="center" weight="medium" className={styles.count} role="status">
              <MonitorPlay size="1.25rem" />
              {all.filter(({ isOnline }) => isOnline).length} de {plural(all.length, 'tela', 'telas')} online
            </Row>
            {mayChange && pairLink}
            {groups.data && groups.data.length > 0 && (
              <Select
                label="Grupo"
                hideLabel
                value={group ? groupId : 'all'}
                onChange={setGroup}
                options={[
                  { value: 'all', label: 'Todos os grupos' },
                  ...groups.data.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            )}
            {mayChange && hasGroups && (
              <Button icon={<Group />} onClick={() => setOpened({ kind: 'groups' })}>
                Grupos
              </Button>
            )}
            {mayChange && (
              <Button icon={<Palette />} onClick={() => setOpened({ kind: 'display' })}>
                Aparência na TV
              </Button>
            )}
            <ButtonLink href={paths.players} icon={<LayoutDashboard />}>
              Dashboard de TV Box
            </ButtonLink>
            {mayChange && all.length > 1 && (
              <Button
                icon={<Send />}
                disabled={availableScreens.length === 0}
                onClick={() =>
                  setOpened(
                    group
                      ? { kind: 'sendToGroup', group }
                      : { kind: 'send', screenIds: availableScreens.map(({ id }) => id) },
                  )
                }
              >
                {group ? `Enviar para ${group.name}` : 'Enviar para várias telas'}
              </Button>
            )}
          </Row>
          <Grid as="ul" min="20rem" gap={4} aria-label="Minhas telas">
            {shown.map((screen) => (
              <ScreenCard
                key={screen.id}
                screen={screen}
                mayChange={mayChange}
                onSend={() => setOpened({ kind: 'send', screenIds: [screen.id] })}
                onRename={() => setOpened({ kind: 'rename', screen })}
                onCallLayout={() => setOpened({ kind: 'callLayout', screen })}
              />
            ))}
          </Grid>
          <div ref={end} />
          {opened?.kind === 'send' && (
            <SendPlaylistDialog screens={availableScreens} initialIds={opened.screenIds} onClose={close} />
          )}
          {opened?.kind === 'sendToGroup' && <SendToGroupDialog group={opened.group} screens={all} onClose={close} />}
          {opened?.kind === 'groups' && <GroupsDialog screens={all} onClose={close} />}
          {opened?.kind === 'display' && <DisplayDialog onClose={close} />}
          {opened?.kind === 'callLayout' && <CallLayoutDialog screen={opened.screen} onClose={close} />}
          {opened?.kind === 'rename' && <RenameScreenDialog screen={opened.screen} onClose={close} />}
        </>
      )}
    </Loaded>
  );
}
