import { Download, X } from 'lucide-react';
import { useState } from 'react';
import type { AuditKind } from '../../../src/contract/accounts/audit.ts';
import { limits } from '../../../src/contract/limits.ts';
import { urlOf } from '../../api/client.ts';
import { auditFilterFrom } from '../../navigation/audit-filter.ts';
import { currentLocation } from '../../navigation/router.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { Select } from '../../ui/form/Select.tsx';
import styles from './AuditLog.module.css';
import { AuditPage, type AuditSource } from './AuditPage.tsx';
import { kinds, periodStart, type Period, periods } from './filter-labels.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

const allKinds = { value: 'all', label: 'Todos os assuntos' } as const;

/** Shows the audit log with its filters. `source` selects the log of all accounts (for managers) or of the person's account. */
export function AuditLog({ source }: { source: AuditSource }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<AuditKind | 'all'>('all');
  const [period, setPeriod] = useState<{ name: Period; from?: string }>({ name: 'all' });
  const [idFilter, setIdFilter] = useState(() => auditFilterFrom(currentLocation.peek().search));
  const [names, setNames] = useState<{ account?: string; screen?: string }>({});
  const searched = text.trim();
  const isOwnLog = source === 'GET /api/user/audit';
  const filters = {
    text: searched === '' ? undefined : searched.slice(0, limits.audit.searchLength),
    kind: kind === 'all' ? undefined : kind,
    from: period.from,
    screenId: idFilter.screenId,
    ...(isOwnLog ? {} : { accountId: idFilter.accountId }),
  };
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  function clearFilters(): void {
    setText('');
    setKind('all');
    setPeriod({ name: 'all' });
    setIdFilter({ screenId: undefined, accountId: undefined });
  }

  return (
    <>
      <Stack as="search" gap={3} marginBottom={4} className={styles.filters}>
        <SearchField
          label={isOwnLog ? 'Buscar por pessoa, tela ou conteúdo' : 'Buscar por pessoa, conta, tela ou endereço'}
          value={text}
          onChange={setText}
        />
        <Select
          label="Assunto"
          hideLabel
          value={kind}
          onChange={setKind}
          options={[allKinds, ...kinds.filter((each) => each.isInOwnLog || !isOwnLog)]}
        />
        <Select
          label="Período"
          hideLabel
          value={period.name}
          onChange={(name) => setPeriod({ name, from: periodStart(name, Date.now()) })}
          options={periods}
        />
        <ButtonLink
          href={urlOf(isOwnLog ? 'GET /api/user/audit/download' : 'GET /api/admin/audit/download', { query: filters })}
          download
          icon={<Download />}
        >
          Baixar CSV
        </ButtonLink>
      </Stack>
      {(idFilter.screenId !== undefined || idFilter.accountId !== undefined) && (
        <Row gap={2} wrap marginBottom={4}>
          {idFilter.screenId !== undefined && (
            <Button
              size="sm"
              icon={<X />}
              aria-label="Mostrar todas as telas"
              onClick={() => setIdFilter({ ...idFilter, screenId: undefined })}
            >
              {names.screen === undefined ? 'Só uma tela' : `Só a tela ${names.screen}`}
            </Button>
          )}
          {!isOwnLog && idFilter.accountId !== undefined && (
            <Button
              size="sm"
              icon={<X />}
              aria-label="Mostrar todas as contas"
              onClick={() => setIdFilter({ ...idFilter, accountId: undefined })}
            >
              {names.account === undefined ? 'Só uma conta' : `Só a conta ${names.account}`}
            </Button>
          )}
        </Row>
      )}
      <AuditPage
        key={JSON.stringify(filters)}
        source={source}
        filters={filters}
        onClear={isFiltered ? clearFilters : undefined}
        onNames={setNames}
        onAccount={
          isOwnLog
            ? undefined
            : ({ id, name }) => {
                setNames({ ...names, account: name });
                setIdFilter({ ...idFilter, accountId: id });
              }
        }
      />
      <Text as="p" marginTop={5} muted size="sm">
        Cada registro é guardado por um ano. O arquivo CSV leva os mesmos filtros, com os 20.000 registros mais recentes
        no máximo.
      </Text>
    </>
  );
}
