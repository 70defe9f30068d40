import { Clock, Film, Play, Volume2 } from 'lucide-react';
import type { PlaysGroup, PlaysReport } from '../../../src/contract/plays.ts';
import { dateText } from '../../components/programme/local-time.ts';
import { BarPlot } from '../../ui/data/BarPlot.tsx';
import { StatCard } from '../../ui/data/StatCard.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { plural } from '../../ui/text/format.ts';
import { timeText } from './periods.ts';
import styles from './Plays.module.css';
import { PlaysTable } from './PlaysTable.tsx';

interface PlaysReportViewProps {
  report: PlaysReport;
  /** Limits the report to the chosen content. */
  onContent(chosen: PlaysGroup): void;
  /** Limits the report to the chosen screen. */
  onScreen(chosen: PlaysGroup): void;
}

const formatCount = (value: number) => value.toLocaleString('pt-BR');
const playsText = (plays: number) => `${formatCount(plays)} ${plays === 1 ? 'exibição' : 'exibições'}`;

/** Shows the numbers of a report, its plots by day and hour, and its tables. */
export function PlaysReportView({ report, onContent, onScreen }: PlaysReportViewProps) {
  const { content, screen, contents, screens, playlists, days, hours, plays } = report;
  const [firstHour, lastHour] = [hours.findIndex(Boolean), hours.findLastIndex(Boolean)];
  return (
    <Stack gap={5}>
      <Grid min="12rem" fit gap={4}>
        <StatCard
          label="Exibições"
          icon={<Play />}
          value={formatCount(plays)}
          note={`${formatCount(report.complete)} até o fim`}
        />
        <StatCard label="Tempo na tela" icon={<Clock />} value={timeText(report.ms)} />
        {report.withSound > 0 && <StatCard label="Com som" icon={<Volume2 />} value={formatCount(report.withSound)} />}
        {!content && <StatCard label="Conteúdos" icon={<Film />} value={contents.length} />}
      </Grid>
      {plays === 0 ? (
        <EmptyState
          icon={<Play />}
          title="Nenhuma exibição neste período"
          text="As telas informam o que passou a cada cinco minutos; sem conexão, assim que ela voltar."
        />
      ) : (
        <>
          <Grid min="24rem" fit gap={5} align="start">
            {!content && <PlaysTable caption="Por conteúdo" groups={contents} onChoose={onContent} />}
            {!screen && <PlaysTable caption="Por tela" groups={screens} onChoose={onScreen} />}
            {playlists.length > 0 && <PlaysTable caption="Por playlist" groups={playlists} />}
          </Grid>
          {days.length > 1 && (
            <BarPlot
              title="Por dia"
              label="Exibições por dia"
              series={['Exibições']}
              labelWidth="3.5rem"
              groups={days.map((day) => ({
                label: dateText(day.day).slice(0, 5),
                bars: [{ value: day.plays, text: playsText(day.plays), isMuted: day.plays === 0 }],
              }))}
            />
          )}
          <BarPlot
            title="Por hora"
            label="Exibições por hora"
            series={['Exibições']}
            groups={hours.slice(firstHour, lastHour + 1).map((count, index) => ({
              label: `${firstHour + index}h`,
              bars: [{ value: count, text: playsText(count), isMuted: count === 0 }],
            }))}
          />
          <p className={styles.note}>
            {plural(screens.length, 'tela', 'telas')}. Cada exibição é anotada pela própria tela, com hora do servidor;
            uma exibição repetida ou sobreposta não conta.
          </p>
        </>
      )}
    </Stack>
  );
}
