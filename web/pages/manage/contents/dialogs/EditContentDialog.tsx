import { RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import type { StatedPurpose, Video } from '../../../../../src/contract/media.ts';
import { graphemeCount } from '../../../../../src/contract/text/graphemes.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { DisplayTime } from '../../../../components/media/upload/DisplayTime.tsx';
import { PurposeField } from '../../../../components/media/PurposeField.tsx';
import { changeContent } from '../../../../components/media/change-contents.ts';
import { isProcessing } from '../list/content-texts.ts';
import { FitFields } from './FitFields.tsx';
import { type Validity, validityErrors, ValidityFields } from './ValidityFields.tsx';
import { Text } from '../../../../ui/layout/primitives.tsx';

interface EditContentDialogProps {
  video: Video;
  onReplace: () => void;
  onClose: () => void;
}

export function EditContentDialog({ video, onReplace, onClose }: EditContentDialogProps) {
  const [name, setName] = useState(video.name);
  const [displayDuration, setDisplayDuration] = useState(video.displayDuration ?? limits.defaultImageSeconds);
  const [useAmbientBackground, setAmbient] = useState(video.useAmbientBackground);
  const [fit, setFit] = useState(video.fit);
  const [purpose, setPurpose] = useState<StatedPurpose>(video.purpose);
  const [validity, setValidity] = useState<Validity>({
    validFrom: video.validFrom ?? '',
    validUntil: video.validUntil ?? '',
  });
  const [wasSubmitted, setSubmitted] = useState(false);
  const isImage = video.mediaType === 'image';
  const nameLength = graphemeCount(name.trim());
  const nameError =
    nameLength === 0
      ? 'Insira um nome.'
      : nameLength > limits.contentNameLength
        ? `O nome deve ter no máximo ${limits.contentNameLength} caracteres.`
        : undefined;
  const isRenamed = name.trim() !== video.name;
  const patch = {
    ...(isRenamed && { name: name.trim() }),
    ...(isImage && displayDuration !== video.displayDuration && { displayDuration }),
    ...(useAmbientBackground !== video.useAmbientBackground && { useAmbientBackground }),
    ...(fit !== video.fit && { fit }),
    ...(purpose !== video.purpose && purpose !== 'medicine' && { purpose }),
    ...(validity.validFrom !== (video.validFrom ?? '') && { validFrom: validity.validFrom || null }),
    ...(validity.validUntil !== (video.validUntil ?? '') && { validUntil: validity.validUntil || null }),
  };
  const dateErrors = validityErrors(validity);
  const isChanged = Object.keys(patch).length > 0;
  const disabledReasonId = useId();

  const [save, saving] = useAction(isRenamed ? 'Erro ao renomear' : 'Erro ao atualizar', async () => {
    await changeContent(video.id, patch);
    toast({ title: isRenamed ? 'Nome atualizado' : 'Conteúdo atualizado', description: name.trim() });
    onClose();
  });

  function submit(): void {
    setSubmitted(true);
    // For a medicine, `PurposeField` shows why it is refused.
    if (purpose === 'medicine' || (nameError ?? dateErrors.validFrom ?? dateErrors.validUntil)) return;
    if (isChanged) void save();
    else onClose();
  }

  return (
    <FormDialog
      size="sm"
      title="Editar conteúdo"
      action="Salvar"
      pending={saving}
      pendingLabel="Salvar"
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Nome"
        required
        value={name}
        onChange={setName}
        counterMax={limits.contentNameLength}
        error={wasSubmitted ? nameError : undefined}
        autoFocus
      />
      {isImage && <DisplayTime value={displayDuration} onChange={setDisplayDuration} showLabel />}
      <FitFields fit={fit} useAmbientBackground={useAmbientBackground} onFit={setFit} onAmbient={setAmbient} />
      <PurposeField value={purpose} onChange={setPurpose} />
      {video.userId !== null && (
        <ValidityFields value={validity} errors={wasSubmitted ? dateErrors : {}} onChange={setValidity} />
      )}
      {!isProcessing(video) && (
        <div>
          <Button
            size="sm"
            icon={<RefreshCw />}
            disabled={isChanged}
            aria-describedby={isChanged ? disabledReasonId : undefined}
            onClick={onReplace}
          >
            Substituir arquivo
          </Button>
          {isChanged && (
            <Text as="p" muted size="sm" id={disabledReasonId} marginTop={2}>
              Salve as alterações antes de substituir o arquivo.
            </Text>
          )}
        </div>
      )}
    </FormDialog>
  );
}
