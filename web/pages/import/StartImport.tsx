import { useSignals } from '@preact/signals-react/runtime';
import { FileArchive, FolderOpen, HardDrive } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { cut } from '../../../src/contract/text/graphemes.ts';
import { lazyDialog } from '../../components/shell/overlay/lazy-dialog.tsx';
import { useAction } from '../../state/form/use-action.ts';
import { isAdministrator } from '../../state/session.ts';
import { sendArchive } from '../../state/uploads/archive-upload.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Grid, Stack, Text } from '../../ui/layout/primitives.tsx';
import { packFolder } from './pack-folder.ts';

const ServerFolders = lazyDialog(() => import('./ServerFolders.tsx'), 'ServerFolders');

/**
 * Shows the ways to import: a folder of this computer, an archive, and for administrators a folder of the server.
 * `isPrimary`: true if no listed import waits to be started. Then the first button is the main button of the page.
 */
export function StartImport({ isPrimary, onCreated }: { isPrimary: boolean; onCreated: (id: number) => void }) {
  useSignals();
  const folderInput = useRef<HTMLInputElement>(null);
  const archiveInput = useRef<HTMLInputElement>(null);
  const [isBrowsingServer, setBrowsingServer] = useState(false);
  const [send] = useAction('Falha no envio', async (archive: Blob, name: string) => {
    const id = await sendArchive(archive, cut(name.trim(), limits.playlistNameLength) || 'Importação');
    if (id !== undefined) onCreated(id);
  });

  function importFolder(files: readonly File[]): void {
    const name = files[0]?.webkitRelativePath.split('/')[0] ?? '';
    const filesWithPaths = files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    if (files.length > 0) void send(packFolder(filesWithPaths), name);
  }
  function importArchive([file]: readonly File[]): void {
    if (file) void send(file, file.name.replace(/(\.tar)?\.[^.]{1,4}$/i, ''));
  }

  return (
    <Grid min="17rem" gap={4} fit>
      <ImportMethod
        title="Pasta deste computador"
        text="Uma pasta, um pen drive ou a pasta do piSignage. Cada pasta dentro dela vira uma playlist, na ordem dos nomes."
      >
        <Button
          icon={<FolderOpen />}
          variant={isPrimary ? 'primary' : 'secondary'}
          onClick={() => folderInput.current?.click()}
        >
          Escolher pasta
        </Button>
        <input
          ref={folderInput}
          type="file"
          hidden
          multiple
          // React's types lack the attribute, which every browser has.
          {...{ webkitdirectory: true }}
          data-testid="folder"
          onChange={({ target }) => {
            importFolder([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </ImportMethod>
      <ImportMethod
        title="Arquivo ZIP ou backup"
        text="Um ZIP com fotos e vídeos, a exportação do Xibo ou o backup do Anthias (.tar.gz)."
      >
        <Button icon={<FileArchive />} onClick={() => archiveInput.current?.click()}>
          Escolher arquivo
        </Button>
        <input
          ref={archiveInput}
          type="file"
          hidden
          accept=".zip,.tar,.gz,.tgz"
          onChange={({ target }) => {
            importArchive([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </ImportMethod>
      {isAdministrator.value && (
        <ImportMethod
          title="Pasta do servidor"
          text="Um disco ligado ao servidor, ou a pasta “import” nos dados do Antessala."
        >
          <Button icon={<HardDrive />} onClick={() => setBrowsingServer(true)}>
            Ver pastas
          </Button>
        </ImportMethod>
      )}
      {isBrowsingServer && <ServerFolders onClose={() => setBrowsingServer(false)} onCreated={onCreated} />}
    </Grid>
  );
}

function ImportMethod({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card>
      <Stack gap={3}>
        <Stack gap={1}>
          <h2>{title}</h2>
          <Text as="p" muted size="sm">
            {text}
          </Text>
        </Stack>
        <div>{children}</div>
      </Stack>
    </Card>
  );
}
