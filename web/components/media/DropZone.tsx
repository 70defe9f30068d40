import { CloudUpload, FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './DropZone.module.css';

/** Where files come in. `compact` once there are some; `isOver`: files are held over the window. */
export function DropZone({
  compact,
  isOver,
  single = false,
  onFiles,
}: {
  compact: boolean;
  isOver: boolean;
  /** One file, in the place of another. */
  single?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Nothing is dragged with a finger, and there is no Ctrl.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return (
    <div className={classNames(styles.zone, compact && styles.compact, isOver && styles.over)}>
      <CloudUpload className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>
          {isOver
            ? single
              ? 'Solte o arquivo aqui'
              : 'Solte os arquivos aqui'
            : single
              ? compact
                ? 'Outro arquivo?'
                : isTouch
                  ? 'Escolha o novo arquivo'
                  : 'Arraste o novo arquivo para cá'
              : compact
                ? 'Adicione mais arquivos'
                : isTouch
                  ? 'Envie vídeos e imagens'
                  : 'Arraste vídeos e imagens para cá'}
        </p>
        <p className={styles.hint}>
          {single ? 'Vídeo ou imagem' : 'Vídeos e imagens'}, máximo {limits.uploadHintMb}MB.
          {!isTouch && ' Você também pode colar (Ctrl+V).'}
        </p>
      </div>
      <Button
        variant={compact ? 'secondary' : 'primary'}
        size={compact ? 'md' : 'lg'}
        icon={<FolderOpen />}
        onClick={() => input.current?.click()}
      >
        {single ? (compact ? 'Escolher outro' : 'Escolher arquivo') : 'Escolher arquivos'}
      </Button>
      <input
        ref={input}
        type="file"
        accept="video/*,image/*,.mkv,.heic"
        multiple={!single}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
