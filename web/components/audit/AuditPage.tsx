import { useSignals } from '@preact/signals-react/runtime';
import { History, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AuditFilters } from '../../../src/contract/accounts/audit.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Loaded } from '../shell/loading/Loaded.tsx';
import { AuditRow, type AuditRowProps } from './AuditRow.tsx';

export type AuditSource = 'GET /api/admin/audit' | 'GET /api/user/audit';

interface AuditPageProps extends Pick<AuditRowProps, 'onAccount'> {
  source: AuditSource;
  filters: AuditFilters;
  /** Id of an entry; the page contains only older ones. */
  before?: number;
  /** Clears the filters; undefined if none is set. */
  onClear: (() => void) | undefined;
  /** Reports the names of the account and the screen by whose ids the log is filtered, once the first entry is loaded. */
  onNames: (names: { account?: string; screen?: string }) => void;
}

/** Shows a page of entries, and below it a button that loads the next older page. */
export function AuditPage(props: AuditPageProps) {
  useSignals();
  const { source, filters, before, onClear, onNames, onAccount } = props;
  const [isNextShown, setNextShown] = useState(false);
  const page = useResource(source, { query: { ...filters, before } });
  const firstEntry = page.data?.entries[0];
  const { screenId, accountId } = filters;
  useEffect(() => {
    if (!firstEntry || (screenId === undefined && accountId === undefined)) return;
    onNames({
      screen: screenId === undefined ? undefined : firstEntry.target.name,
      account: accountId === undefined ? undefined : firstEntry.account?.name,
    });
  }, [firstEntry, screenId, accountId, onNames]);

  return (
    <>
      <Loaded resource={page} skeleton={<Skeleton height="20rem" radius="var(--radius)" />} warnsWhenStale>
        {({ entries }) =>
          entries.length === 0 && before === undefined ? (
            <EmptyState
              icon={onClear ? <SearchX /> : <History />}
              title={onClear ? 'Nada encontrado' : 'Nada registrado ainda'}
              text={onClear ? 'Tente outras palavras, outro assunto ou outro período.' : undefined}
              action={onClear && <Button onClick={onClear}>Limpar filtros</Button>}
            />
          ) : (
            <Text as="div" marginTop={before === undefined ? 0 : 4}>
              <Card>
                <Text as="ul" divided aria-label={before === undefined ? 'Atividades' : 'Atividades mais antigas'}>
                  {entries.map((entry) => (
                    <AuditRow key={entry.id} entry={entry} onAccount={onAccount} />
                  ))}
                </Text>
              </Card>
            </Text>
          )
        }
      </Loaded>
      {page.data?.next != null &&
        (isNextShown ? (
          <AuditPage {...props} before={page.data.next} />
        ) : (
          <Row justify="center" marginTop={4}>
            <Button onClick={() => setNextShown(true)}>Mostrar mais antigos</Button>
          </Row>
        ))}
    </>
  );
}
