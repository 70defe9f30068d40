import { CloudUpload, FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './DropZone.module.css';

const wordsFor = {
  many: {
    over: 'Solte os arquivos aqui',
    more: 'Adicione mais arquivos',
    touch: 'Envie vídeos e imagens',
    drag: 'Arraste vídeos e imagens para cá',
    kinds: 'Vídeos e imagens',
    choose: 'Escolher arquivos',
    chooseMore: 'Escolher arquivos',
  },
  one: {
    over: 'Solte o arquivo aqui',
    more: 'Outro arquivo?',
    touch: 'Escolha o novo arquivo',
    drag: 'Arraste o novo arquivo para cá',
    kinds: 'Vídeo ou imagem',
    choose: 'Escolher arquivo',
    chooseMore: 'Escolher outro',
  },
};

/** Target for dropped files. `compact` once there are some; `isOver`: files are held over the window. */
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
  const words = wordsFor[single ? 'one' : 'many'];
  // Nothing is dragged with a finger, and there is no Ctrl.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return (
    <Row
      gap={4}
      align="center"
      justify="center"
      className={classNames(styles.zone, compact && styles.compact, isOver && styles.over)}
    >
      <CloudUpload />
      <div className={styles.words}>
        <p>{isOver ? words.over : compact ? words.more : isTouch ? words.touch : words.drag}</p>
        <Text as="p" muted marginTop={compact ? 0 : 1}>
          {words.kinds}, máximo {limits.uploadHintMb}MB.
          {!isTouch && ' Você também pode colar (Ctrl+V).'}
        </Text>
      </div>
      <Button
        variant={compact ? 'secondary' : 'primary'}
        size={compact ? 'md' : 'lg'}
        icon={<FolderOpen />}
        onClick={() => input.current?.click()}
      >
        {compact ? words.chooseMore : words.choose}
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
    </Row>
  );
}
