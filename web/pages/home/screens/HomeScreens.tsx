import { useSignals } from '@preact/signals-react/runtime';
import { ChevronRight, MonitorPlay } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { tabHref } from '../../../navigation/manage-tabs.ts';
import { navigate } from '../../../navigation/router.ts';
import { useResource, useRows } from '../../../state/resources/resource.ts';
import { useCount } from '../../../state/resources/use-list.ts';
import { hasCapability } from '../../../state/session.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { plural } from '../../../ui/text/format.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { ConnectDialog } from './ConnectDialog.tsx';
import { HomeScreenRow } from './HomeScreenRow.tsx';
import styles from './HomeScreens.module.css';
import { inPreviousOrder, screensByProblem } from './screens-now.ts';
import { lazyDialog } from '../../../components/shell/overlay/lazy-dialog.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

const SendPlaylistDialog = lazyDialog(
  () => import('../../../components/screens/SendPlaylistDialog.tsx'),
  'SendPlaylistDialog',
);

/** Reload interval in ms of the screens with a problem. Long, because the server computes the programme of each screen. */
const problemsRefetchMs = 60_000;

/** Rows shown until a click on 'Mostrar as outras' (if two or more remain). Few, so that the cards below are visible. */
const initialCount = 4;

interface OpenDialog {
  kind: 'send' | 'connect';
  screenId: number;
}

/** Shows how many TVs are online and what each TV shows now. TVs with problems are first. */
export function HomeScreens() {
  useSignals();
  const key = 'GET /api/my-players';
  const options = { refetchMs: limits.screensRefetchMs };
  const list = useRows(key, undefined, options);
  const { error, isComplete } = list;
  const isPartial = list.data !== undefined && !isComplete;
  // If the list has more than one page, load the screens with a problem separately, to show them first. They are also reloaded
  // when the number of online screens changes.
  const problems = useRows(key, isPartial ? { state: 'problem' } : undefined, {
    enabled: isPartial,
    refetchMs: problemsRefetchMs,
  });
  const screens = list.data && withoutDuplicates([...(problems.data ?? []), ...list.data]);
  const online = screens?.filter(({ isOnline }) => isOnline);
  const total = useCount(key, {}, isComplete ? screens : undefined, options);
  const onlineCount = useCount(key, { state: 'online' }, isComplete ? online : undefined, options);
  const lastOnlineCount = useRef(onlineCount);
  useEffect(() => {
    const last = lastOnlineCount.current;
    lastOnlineCount.current = onlineCount;
    if (isPartial && last !== undefined && last !== onlineCount) void problems.refetch();
  });
  const playlists = useResource('GET /api/playlists', {}).data;
  const [showsAll, setShowsAll] = useState(false);
  const [opened, setOpened] = useState<OpenDialog>();
  // While the pointer or the focus is on the rows, their order does not change.
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const order = useRef<readonly number[]>([]);
  const close = () => setOpened(undefined);
  const dialogScreen = screens?.find(({ id }) => id === opened?.screenId);
  const isDialogOpen =
    dialogScreen !== undefined &&
    (opened?.kind === 'send' ? whyUnavailable(dialogScreen) === undefined : !dialogScreen.isOnline);
  // If a change of the TV's state closes the dialog, the next change must not open it again.
  useEffect(() => {
    if (!isDialogOpen) setOpened(undefined);
  }, [isDialogOpen]);

  if (!screens && !error) return <Skeleton height="9rem" radius="var(--radius)" />;
  const sorted = screensByProblem(screens ?? [], playlists, Date.now());
  const all = hasPointer || hasFocus ? inPreviousOrder(sorted, order.current) : sorted;
  order.current = all.map(({ screen }) => screen.id);
  const shown = showsAll || all.length <= initialCount + 1 ? all : all.slice(0, initialCount);
  return (
    <section className={styles.screens} aria-label="Suas TVs">
      <Summary total={onlineCount === undefined ? undefined : total} online={onlineCount ?? 0} />
      {all.length > 0 && (
        <ul
          className={styles.rows}
          aria-label="O que cada TV exibe"
          onPointerEnter={() => setPointer(true)}
          onPointerLeave={() => setPointer(false)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
        >
          {shown.map(({ screen, now }) => (
            <HomeScreenRow
              key={screen.id}
              screen={screen}
              now={hasCapability(now.fix === 'fill' ? 'playlists' : 'screens') ? now : { ...now, fix: undefined }}
              onSend={() => setOpened({ kind: 'send', screenId: screen.id })}
              onConnect={() => setOpened({ kind: 'connect', screenId: screen.id })}
            />
          ))}
        </ul>
      )}
      {shown.length < all.length && (
        <div className={styles.others}>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => (isComplete ? setShowsAll(true) : navigate(tabHref('telas')))}
          >
            {total === undefined ? 'Mostrar as outras TVs' : `Mostrar as outras ${total - shown.length} TVs`}
          </Button>
        </div>
      )}
      {isDialogOpen && opened?.kind === 'send' && (
        <SendPlaylistDialog screens={[dialogScreen]} initialIds={[dialogScreen.id]} onClose={close} />
      )}
      {isDialogOpen && opened?.kind === 'connect' && <ConnectDialog screen={dialogScreen} onClose={close} />}
    </section>
  );
}

const withoutDuplicates = (screens: readonly MyPlayer[]) => [
  ...new Map(screens.map((screen) => [screen.id, screen])).values(),
];

/** Shows how many TVs are online, as a link to 'Minhas Telas'. Shows no numbers while `total` is undefined (loading). */
function Summary({ total = -1, online }: { total: number | undefined; online: number }) {
  return (
    <Row as="a" gap={3} rowGap={2} align="center" size="sm" href={tabHref('telas')} className={styles.line}>
      <MonitorPlay aria-hidden="true" />
      <Text weight="bold" tabular>
        {total > 0
          ? `${online} de ${plural(total, 'TV', 'TVs')} online`
          : total === 0
            ? 'Nenhuma TV ainda'
            : 'Suas TVs'}
      </Text>
      {online < total && (
        <Badge tone="warning" dot>
          {total - online} offline
        </Badge>
      )}
      <span className={styles.more}>Minhas Telas</span>
      <ChevronRight aria-hidden="true" />
    </Row>
  );
}
