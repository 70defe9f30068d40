import { CloudUpload, FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './DropZone.module.css';

const textsFor = {
  many: {
    dragging: 'Solte os arquivos aqui',
    more: 'Adicione mais arquivos',
    touch: 'Envie vídeos e imagens',
    drag: 'Arraste vídeos e imagens para cá',
    kinds: 'Vídeos e imagens',
    choose: 'Escolher arquivos',
    chooseMore: 'Escolher arquivos',
  },
  one: {
    dragging: 'Solte o arquivo aqui',
    more: 'Outro arquivo?',
    touch: 'Escolha o novo arquivo',
    drag: 'Arraste o novo arquivo para cá',
    kinds: 'Vídeo ou imagem',
    choose: 'Escolher arquivo',
    chooseMore: 'Escolher outro',
  },
};

/** Shows where files can be dropped, and a button that chooses them. `compact`: files were already chosen. */
export function DropZone({
  compact,
  isDraggingFiles,
  single = false,
  takesPdf = false,
  onFiles,
}: {
  compact: boolean;
  isDraggingFiles: boolean;
  /** Accepts one file, which replaces an existing one. */
  single?: boolean;
  /** Offers PDFs too. */
  takesPdf?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const texts = textsFor[single ? 'one' : 'many'];
  // On touch devices there is no dragging and no Ctrl+V.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return (
    <Row
      gap={4}
      align="center"
      justify="center"
      className={classNames(styles.zone, compact && styles.compact, isDraggingFiles && styles.dragging)}
    >
      <CloudUpload />
      <div className={styles.texts}>
        <p>{isDraggingFiles ? texts.dragging : compact ? texts.more : isTouch ? texts.touch : texts.drag}</p>
        <Text as="p" muted marginTop={compact ? 0 : 1}>
          {texts.kinds}, máximo {limits.uploadHintMb}MB.
          {takesPdf && ' De um PDF, você escolhe as páginas.'}
          {!isTouch && ' Você também pode colar (Ctrl+V).'}
        </Text>
      </div>
      <Button
        variant={compact ? 'secondary' : 'primary'}
        size={compact ? 'md' : 'lg'}
        icon={<FolderOpen />}
        onClick={() => input.current?.click()}
      >
        {compact ? texts.chooseMore : texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept={`video/*,image/*,.mkv,.heic${takesPdf ? ',.pdf' : ''}`}
        multiple={!single}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows the same file to be chosen again.
          event.target.value = '';
        }}
      />
    </Row>
  );
}
