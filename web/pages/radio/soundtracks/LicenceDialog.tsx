import { Download, FileUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { Track } from '../../../../src/contract/radio.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';

/** Edits the licence of a track. The note is saved with the form; a chosen file is sent at once. */
export function LicenceDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const { id, name, licence } = track;
  const params = { id };
  const input = useRef<HTMLInputElement>(null);
  const { field, dialog } = useDialogForm(
    { licenceNote: licence.note },
    {
      errorTitle: 'Erro ao salvar a licença',
      check: () => ({}),
      save: (body) => mutate('PATCH /api/tracks/:id', { params, body }),
      onClose,
    },
  );
  const [send, sending] = useAction('Erro ao enviar a licença', async (raw: File) => {
    await mutate('PUT /api/tracks/:id/licence', { params, raw });
    toast({ title: 'Licença enviada', description: name });
  });
  const [remove, removing] = useAction('Erro ao remover a licença', () =>
    mutate('DELETE /api/tracks/:id/licence', { params }),
  );
  return (
    <FormDialog {...dialog} title="Licença" description={`“${name}”`} action="Salvar">
      <Textarea
        label="Por que a clínica pode tocar esta música"
        placeholder="Ex.: comprada em 12/03/2026, licença para ambientes"
        {...field('licenceNote')}
        maxCharacters={limits.soundtrack.noteLength}
      />
      <Stack gap={2}>
        <Text as="p" size="sm" weight="medium">
          Arquivo da licença
        </Text>
        <Text as="p" muted size="sm">
          PDF, JPEG, PNG ou WebP de até {limits.soundtrack.licenceMb} MB. Só a sua equipe baixa.
        </Text>
        <Row gap={2} wrap>
          {licence.hasFile && (
            <ButtonLink icon={<Download />} href={`/api/tracks/${id}/licence`} download>
              Baixar
            </ButtonLink>
          )}
          <Button icon={<FileUp />} pending={sending} onClick={() => input.current?.click()}>
            {licence.hasFile ? 'Trocar arquivo' : 'Enviar arquivo'}
          </Button>
          {licence.hasFile && (
            <Button icon={<Trash2 />} pending={removing} onClick={() => void remove()}>
              Remover
            </Button>
          )}
        </Row>
        <input
          ref={input}
          type="file"
          accept="application/pdf,image/jpeg,image/png,image/webp"
          aria-label="Arquivo da licença"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void send(file);
            event.target.value = '';
          }}
        />
      </Stack>
    </FormDialog>
  );
}
