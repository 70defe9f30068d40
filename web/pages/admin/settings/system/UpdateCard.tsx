import { ArrowUpCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Update } from '../../../../../src/contract/tasks.ts';
import { changesSince } from '../../../../components/changelog/changelog.ts';
import { ChangeList } from '../../../../components/changelog/ChangeList.tsx';
import { lazyDialog } from '../../../../components/shell/overlay/lazy-dialog.tsx';
import { peekResource, useResource } from '../../../../state/resources/resource.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Spinner } from '../../../../ui/feedback/Spinner.tsx';
import { Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { formatDateTime } from '../../../../ui/text/format.ts';
import { LoadedCard } from '../LoadedCard.tsx';

const UpdateDialog = lazyDialog(() => import('./UpdateDialog.tsx'), 'UpdateDialog');

const refetchMs = { idle: 30_000, running: 2_000 };

/** Shows the last update, and offers a newer version found in a folder of the server. */
export function UpdateCard() {
  const isRunning = peekResource('GET /api/admin/update', {})?.step !== 'none';
  const update = useResource(
    'GET /api/admin/update',
    {},
    { refetchMs: isRunning ? refetchMs.running : refetchMs.idle },
  );
  const [chosen, setChosen] = useState<Update['candidate']>(null);
  const { data } = update;

  // After an update, load the new version's pages.
  const previousVersion = useRef(data?.version);
  useEffect(() => {
    if (previousVersion.current !== undefined && data && data.version !== previousVersion.current) location.reload();
    previousVersion.current = data?.version ?? previousVersion.current;
  }, [data]);

  return (
    <LoadedCard title="Atualização" resource={update} height="6rem">
      {({ folder, candidate, problem, step, failure, last }) => (
        <Stack gap={4}>
          {step !== 'none' && (
            <Callout tone="info" role="status" icon={<Spinner />} title="Atualização em andamento">
              {step === 'checking'
                ? 'O servidor faz um backup e testa a versão nova com uma cópia dos dados.'
                : 'O servidor reinicia com a versão nova. Se ela não ficar pronta, ele volta sozinho à anterior.'}{' '}
              As TVs continuam exibindo.
            </Callout>
          )}
          {failure && (
            <Callout tone="danger" role="alert" title="A atualização não foi feita">
              {failure}
            </Callout>
          )}
          {candidate && step === 'none' && (
            <Callout
              tone="info"
              icon={<ArrowUpCircle />}
              title={`Versão ${candidate.version}`}
              actions={
                <Button size="sm" variant="primary" onClick={() => setChosen(candidate)}>
                  Atualizar
                </Button>
              }
            >
              {candidate.isSigned ? 'Conferida pela assinatura.' : 'Conferida pela lista SHA256SUMS.'}
            </Callout>
          )}
          {problem && !candidate && (
            <Callout tone="warning" title="O arquivo na pasta não pode ser instalado">
              {problem}
            </Callout>
          )}
          {last && (
            <Callout
              tone={last.reason === null ? 'success' : 'danger'}
              title={
                last.reason === null ? `Atualizado para ${last.to}` : `A versão ${last.to} não funcionou e foi desfeita`
              }
            >
              {formatDateTime(last.at)}
              {last.reason === null ? `, antes ${last.from}` : `, com os dados de antes: ${last.reason}`}
              {last.reason === null && <ChangeList changes={changesSince(last.from.replace(/ .*/, ''))} />}
            </Callout>
          )}
          <Text as="p" muted size="sm">
            {folder === null ? (
              'Com Docker ou a partir dos fontes o programa é trocado no servidor, como diz o manual de instalação.'
            ) : (
              <>
                Para atualizar, copie o programa novo e <code>SHA256SUMS</code> para <code>{folder}</code>. O servidor
                não procura nada na internet.
              </>
            )}
          </Text>
          {chosen && <UpdateDialog candidate={chosen} onClose={() => setChosen(null)} />}
        </Stack>
      )}
    </LoadedCard>
  );
}
