import { DatabaseBackup, HardDriveDownload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Backups } from '../../../../../src/contract/tasks.ts';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { invalidate, peekResource, useResource } from '../../../../state/resources/resource.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatAgo, formatDateTime } from '../../../../ui/text/format.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Spinner } from '../../../../ui/feedback/Spinner.tsx';
import styles from './BackupsCard.module.css';
import { BackupTable } from './BackupTable.tsx';
import { OtherDiskHelp } from './OtherDiskHelp.tsx';
import { momentText } from './moment.ts';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { scheduleText } from '../tasks/tasks.ts';
import { useRunTask, useTasks } from '../tasks/use-tasks.ts';
import { Stack, Text } from '../../../../ui/layout/primitives.tsx';

const restoringRefetchMs = 1_000;

/** Shows the last backup and the list of backups, with a button that starts a backup. */
export function BackupsCard() {
  const tasks = useTasks();
  const step = peekResource('GET /api/admin/backups', {})?.restore?.step;
  const isRestoring = step === 'preparing' || step === 'starting';
  const backups = useResource('GET /api/admin/backups', {}, isRestoring ? { refetchMs: restoringRefetchMs } : {});
  const task = tasks.data?.find(({ name }) => name === 'backup');
  const isRunning = task?.isRunning ?? false;
  const [run, starting] = useRunTask('backup');

  // Reload the list when a backup ends.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) invalidate('GET /api/admin/backups', 'GET /api/admin/overview');
    wasRunning.current = isRunning;
  }, [isRunning]);

  const failedResource = [tasks, backups].find(({ data, error }) => error && !data);
  if (failedResource) {
    const retry = () => Promise.all([tasks.refetch(), backups.refetch()]);
    return (
      <Card title="Backups">
        <LoadError error={failedResource.error} onRetry={retry} />
      </Card>
    );
  }
  const lastRun = task?.lastRun;
  // Ignore database copies made before an upgrade, because they contain no media.
  const newest = backups.data?.backups.find(({ kind }) => kind === 'full');
  return (
    <Card
      title="Backups"
      actions={
        <Button
          size="sm"
          icon={<DatabaseBackup aria-hidden="true" />}
          disabled={!task || isRestoring}
          pending={starting || isRunning}
          pendingLabel="Fazendo backup..."
          onClick={() => void run()}
        >
          Fazer backup agora
        </Button>
      }
    >
      <Stack gap={5} className={styles.parts}>
        {backups.data?.restore && <RestoreState {...backups.data.restore} />}
        {isRunning && (
          <Callout tone="info" role="status" icon={<Spinner />}>
            Backup em andamento. Você pode sair desta página.
          </Callout>
        )}
        {lastRun && !lastRun.succeeded && !isRunning && (
          <Callout tone="danger" role="alert" title={`O último backup falhou (${formatDateTime(lastRun.startedAt)}).`}>
            {lastRun.result}
          </Callout>
        )}
        <DescriptionList>
          <Description name="Último backup">
            {backups.data && (newest ? formatAgo(newest.createdAt, Date.now()) : 'Nenhum ainda')}
          </Description>
          <Description name="Quando">{task && scheduleText(task.schedule)}</Description>
          <Description name="Guardados">
            {backups.data && `Horas de um dia, ${backups.data.keep} noites, 4 semanas`}
          </Description>
          <Description name="Pasta no servidor">{backups.data?.directory}</Description>
        </DescriptionList>
        {!backups.data ? (
          <Skeleton height="8rem" radius="var(--radius)" />
        ) : backups.data.backups.length === 0 ? (
          <EmptyState
            icon={<HardDriveDownload />}
            title="Nenhum backup ainda"
            text="O primeiro é feito na próxima madrugada, ou agora pelo botão acima."
          />
        ) : (
          <BackupTable backups={backups.data.backups} isBusy={isRunning || isRestoring} />
        )}
        {backups.data?.isSameDisk && <OtherDiskHelp />}
        <BackupContents />
      </Stack>
    </Card>
  );
}

function RestoreState({ createdAt, step, keptAt, reason }: NonNullable<Backups['restore']>) {
  const moment = momentText(createdAt);
  if (step === 'done')
    return (
      <Callout tone="success" title={`O servidor voltou para o backup de ${moment}`}>
        O que havia antes está no backup de {keptAt && momentText(keptAt)}, guardado por 7 dias.
      </Callout>
    );
  if (step === 'failed')
    return (
      <Callout tone="danger" role="alert" title={`O servidor não voltou para o backup de ${moment}`}>
        {reason}
      </Callout>
    );
  return (
    <Callout tone="info" role="status" icon={<Spinner />} title={`Voltando para o backup de ${moment}`}>
      {step === 'preparing'
        ? 'O servidor confere os arquivos e guarda um backup de agora. Você pode sair desta página.'
        : 'O servidor reinicia com os dados do backup.'}{' '}
      As TVs continuam exibindo.
    </Callout>
  );
}

/** Lists the secrets in a downloaded backup: take-backup.ts copies the database, first-run.txt and tls/. */
function BackupContents() {
  return (
    <Text as="div" muted size="sm">
      <p>
        Guarde de vez em quando um backup fora deste servidor, onde só a administração alcança. Além de contas e mídias,
        quem abre um backup baixado lê nele:
      </p>
      <ul className={styles.contents}>
        <li>os códigos de acesso, do player e de ativação das telas;</li>
        <li>
          o que foi salvo para outros serviços: senha do servidor de email, endereço e segredo dos avisos por webhook,
          acesso ao Novo SGA;
        </li>
        <li>as chaves da verificação em duas etapas;</li>
        <li>
          <code>first-run.txt</code>, enquanto estiver na pasta de dados: os códigos do primeiro dia e, se ainda estiver
          nele, a primeira senha do administrador;
        </li>
        <li>
          a chave do https próprio do servidor (pasta <code>tls</code>), onde ele é usado.
        </li>
      </ul>
      <p>
        As senhas das contas, as sessões e os tokens vão só como hash. Uma cópia só do banco de dados não leva{' '}
        <code>first-run.txt</code> nem <code>tls</code>.
      </p>
    </Text>
  );
}
