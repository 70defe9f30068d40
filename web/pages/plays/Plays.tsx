import { useSignals } from '@preact/signals-react/runtime';
import { ChevronLeft, ChevronRight, Download, Printer, X } from 'lucide-react';
import { useState } from 'react';
import type { PlaysGroup } from '../../../src/contract/plays.ts';
import type { ReportPeriod } from '../../../src/contract/report-period.ts';
import { urlOf } from '../../api/client.ts';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { AccessDenied } from '../../components/shell/loading/AccessDenied.tsx';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { focusIfLost } from '../../ui/overlay/focus-if-lost.ts';
import { adjacentPeriod, periodText } from './periods.ts';
import { PlaysReportView } from './PlaysReportView.tsx';
import { PrintHead } from './PrintHead.tsx';
import styles from './Plays.module.css';

/** The content or screen to which the report is limited. */
type ReportFilter = Pick<PlaysGroup, 'id' | 'name'>;

const periods = [
  { value: 'day', label: 'Dia' },
  { value: 'week', label: 'Semana' },
  { value: 'month', label: 'Mês' },
] as const;

/** Shows the page 'Exibições': how often each content was shown. The report can be limited to a content and a screen. */
export function Plays() {
  useSignals();
  const [day, setDay] = useState<string>();
  const [period, setPeriod] = useState<ReportPeriod>('month');
  const [content, setContent] = useState<ReportFilter>();
  const [screen, setScreen] = useState<ReportFilter>();
  const query = {
    ...(day && { day }),
    period,
    ...(content && { videoId: content.id }),
    ...(screen && { playerId: screen.id }),
  };
  const isAllowed = hasCapability('reports:read');
  const report = useResource('GET /api/plays/report', { query }, { enabled: isAllowed });
  if (!isAllowed) return <AccessDenied text="Seu papel não permite ver relatórios." />;
  const shown = report.data;
  const move = (by: -1 | 1) => shown && setDay(adjacentPeriod(shown.from, shown.period, by));
  return (
    <div data-paper className={styles.page}>
      <PageLayout
        title="Exibições"
        subtitle="Quantas vezes cada conteúdo passou, em que telas e horários."
        back={{ href: paths.landing, label: 'Início' }}
        actions={
          <Row gap={2} wrap className={styles.controls}>
            <Button icon={<Printer />} onClick={() => window.print()}>
              Imprimir
            </Button>
            <ButtonLink icon={<Download />} href={urlOf('GET /api/plays/report.csv', { query })} download>
              Baixar planilha (CSV)
            </ButtonLink>
          </Row>
        }
      >
        <Row gap={4} align="end" wrap marginBottom={5} className={styles.controls}>
          <Segmented label="Período" showLabel value={period} onChange={setPeriod} options={periods} />
          <Row gap={2} align="center">
            <Button icon={<ChevronLeft />} aria-label="Período anterior" onClick={() => move(-1)} />
            <Text weight="medium" aria-live="polite" className={styles.period}>
              {shown ? periodText(shown) : ''}
            </Text>
            <Button icon={<ChevronRight />} aria-label="Período seguinte" onClick={() => move(1)} />
          </Row>
        </Row>
        {(content || screen) && (
          <Row gap={2} align="center" wrap marginBottom={5} className={styles.controls}>
            {content && <ActiveFilter filter={content} all="todos os conteúdos" onAll={() => setContent(undefined)} />}
            {screen && <ActiveFilter filter={screen} all="todas as telas" onAll={() => setScreen(undefined)} />}
          </Row>
        )}
        <PrintHead report={shown} />
        <Loaded resource={report} skeleton={<Skeleton height="16rem" radius="var(--radius-lg)" />}>
          {(loaded) => <PlaysReportView report={loaded} onContent={setContent} onScreen={setScreen} />}
        </Loaded>
      </PageLayout>
    </div>
  );
}

/** Shows a button that removes the limit to one content or screen. Takes the focus, because the clicked table row is gone. */
function ActiveFilter({ filter, all, onAll }: { filter: ReportFilter; all: string; onAll(): void }) {
  const showAll = () => {
    onAll();
    focusIfLost(() => document.querySelector('h1'));
  };
  return (
    <Button autoFocus icon={<X />} onClick={showAll} aria-label={`${filter.name}: mostrar ${all}`}>
      {filter.name}
    </Button>
  );
}
