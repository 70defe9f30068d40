import { Download, Trash2 } from 'lucide-react';
import type { ImportDetails } from '../../../src/contract/contents/imports.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { urlOf } from '../../api/client.ts';
import { playlistHref, tabHref } from '../../navigation/manage-tabs.ts';
import { useAction } from '../../state/form/use-action.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { mutate } from '../../state/resources/resource.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { plural } from '../../ui/text/format.ts';
import { FilesTable, LeftOutTable, PlaylistsTable } from './tables.tsx';
import { contentCount, quotaTexts } from './texts.ts';

/** Shows the files and playlists of an import, the files that it leaves out, and its buttons. */
export function ImportView({ item }: { item: ImportDetails }) {
  const {
    id,
    name,
    status,
    error,
    format,
    counts,
    files,
    left: leftOutFiles,
    playlists,
    omitted: unlistedCount,
  } = item;
  const params = { params: { id } };
  const [start, starting] = useAction('Erro ao importar', () => mutate('POST /api/imports/:id/start', params));
  const [stop, stopping] = useAction('Erro ao parar', () => mutate('POST /api/imports/:id/stop', params));
  const isFinished = status === 'done' || status === 'refused';
  const isWaiting = status === 'ready' || status === 'stopped';
  const startLabel =
    format === null ? 'Ler de novo' : status === 'ready' ? `Importar ${contentCount(counts.waiting)}` : 'Continuar';
  const [remove, removing] = useConfirmedAction(
    'Erro ao descartar',
    isFinished
      ? () => undefined
      : { title: `Descartar “${name}”?`, text: 'O que já veio fica na conta.', action: 'Descartar' },
    () => mutate('DELETE /api/imports/:id', params),
  );
  const handledCount = counts.done + counts.same + counts.failed;
  return (
    <Stack fluid gap={4}>
      {status === 'reading' && <ProgressBar label="Lendo o que há dentro" />}
      {status === 'running' && (
        <>
          <ProgressBar label="Importação" value={(handledCount / Math.max(1, handledCount + counts.waiting)) * 100} />
          <Text as="p" muted size="sm">
            Continua mesmo que você feche esta página.
          </Text>
        </>
      )}
      {error !== null && (
        <Callout tone={status === 'refused' ? 'danger' : 'warning'} role="alert">
          {error}
        </Callout>
      )}
      {quotaTexts(item.missing).map((text) => (
        <Callout key={text} tone="warning" compact>
          {text}
        </Callout>
      ))}
      {isWaiting && format !== null && counts.waiting === 0 && counts.done === 0 && (
        <Callout tone="warning">Não há nenhuma foto nem vídeo que possa vir.</Callout>
      )}
      <Row gap={2} wrap>
        {isWaiting && (counts.waiting > 0 || status === 'stopped') && (
          <Button variant="primary" pending={starting} pendingLabel="Começando..." onClick={start}>
            {startLabel}
          </Button>
        )}
        {status === 'running' && (
          <Button pending={stopping} onClick={stop}>
            Parar
          </Button>
        )}
        {status === 'done' && <ButtonLink href={tabHref('conteudos')}>Ver conteúdos</ButtonLink>}
        {files.length + leftOutFiles.length > 0 && (
          <ButtonLink icon={<Download />} href={urlOf('GET /api/imports/:id/report.csv', params)} download>
            Baixar a lista (CSV)
          </ButtonLink>
        )}
        <Button variant="ghost" icon={<Trash2 />} pending={removing} onClick={remove}>
          {isFinished ? 'Tirar da lista' : 'Descartar'}
        </Button>
      </Row>
      {playlists.length > 0 && <PlaylistsTable playlists={playlists} hrefOf={playlistHref} />}
      {leftOutFiles.length > 0 && (
        <LeftOutTable files={leftOutFiles} isFinished={status === 'done'} total={counts.skipped + counts.failed} />
      )}
      {files.length > 0 && (
        <FilesTable
          files={files}
          total={counts.waiting + counts.done + counts.same}
          waitingMb={item.waitingBytes / bytesPerMb}
        />
      )}
      {unlistedCount > 0 && (
        <Text as="p" muted size="sm">
          {plural(unlistedCount, 'arquivo a mais não foi listado', 'arquivos a mais não foram listados')}: importe em
          partes menores.
        </Text>
      )}
    </Stack>
  );
}
