import { CornerLeftUp, Folder } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useAction } from '../../state/form/use-action.ts';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';

/** Lets an administrator choose a folder of the server, and creates an import of it. `onCreated` gets the import's id. */
export function ServerFolders({ onClose, onCreated }: { onClose: () => void; onCreated: (id: number) => void }) {
  const [path, setPath] = useState<string>();
  const folders = useResource('GET /api/admin/import-folders', { query: path === undefined ? {} : { path } });
  const [read, reading] = useAction('Erro ao ler a pasta', async () => {
    if (path === undefined) return;
    const { id } = await mutate('POST /api/admin/imports', { body: { folder: path } });
    onCreated(id);
    onClose();
  });
  return (
    <FormDialog
      title="Pasta do servidor"
      description={path ?? 'Escolha de onde importar.'}
      action="Ver a prévia"
      pending={reading}
      pendingLabel="Abrindo..."
      disabled={path === undefined}
      onSubmit={read}
      onClose={onClose}
    >
      <Loaded resource={folders} skeleton={<Skeleton height="10rem" />}>
        {(listing) => (
          <Stack fluid gap={2}>
            {listing.path !== null && (
              <div>
                <Button variant="ghost" icon={<CornerLeftUp />} onClick={() => setPath(listing.parent ?? undefined)}>
                  Voltar
                </Button>
              </div>
            )}
            <Stack as="ul" fluid gap={2} aria-label="Pastas">
              {listing.folders.map((folder) => (
                <li key={folder.path}>
                  <Button icon={<Folder />} onClick={() => setPath(folder.path)}>
                    {folder.name}
                  </Button>
                </li>
              ))}
            </Stack>
            {listing.folders.length === 0 && (
              <Text as="p" muted size="sm">
                Não há outras pastas aqui dentro.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </FormDialog>
  );
}
