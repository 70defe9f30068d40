import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { PosterPhoto } from '../../../../src/contract/posters.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Slider } from '../../../ui/form/choice/Slider.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { preparePhoto } from './prepare-photo.ts';

interface PhotoFieldProps {
  photo: PosterPhoto | null;
  onChange: (photo: PosterPhoto | null) => void;
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Shows the form field that chooses a photo and its visible part. */
export function PhotoField({ photo, onChange }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setProblem(undefined);
    setReading(true);
    try {
      onChange({ data: await preparePhoto(file), x: 0.5, y: 0.5, zoom: 1 });
    } catch {
      setProblem('A foto não pôde ser lida. Escolha uma imagem em JPEG, PNG ou WebP.');
    } finally {
      setReading(false);
    }
  }

  return (
    <Stack gap={3} role="group" aria-label="Foto">
      <Text size="sm" weight="medium">
        Foto
      </Text>
      <Row gap={2} wrap>
        <Button ref={chooseButton} icon={<ImageUp />} pending={isReading} onClick={() => input.current?.click()}>
          {photo ? 'Trocar foto' : 'Escolher foto'}
        </Button>
        {photo && (
          <Button
            variant="ghost"
            icon={<Trash2 />}
            onClick={() => {
              onChange(null);
              // This button disappears: move the focus.
              chooseButton.current?.focus();
            }}
          >
            Tirar foto
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label="Arquivo da foto"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {problem && (
        <Callout tone="danger" role="alert" compact>
          {problem}
        </Callout>
      )}
      {photo && (
        <>
          <Slider
            label="Ampliar"
            value={photo.zoom}
            onChange={(zoom) => onChange({ ...photo, zoom })}
            {...{ min: 1, max: limits.poster.maxZoom, step: 0.1, text: percent(photo.zoom) }}
          />
          <Slider
            label="Posição horizontal"
            value={photo.x}
            onChange={(x) => onChange({ ...photo, x })}
            {...{ min: 0, max: 1, step: 0.05, text: percent(photo.x) }}
          />
          <Slider
            label="Posição vertical"
            value={photo.y}
            onChange={(y) => onChange({ ...photo, y })}
            {...{ min: 0, max: 1, step: 0.05, text: percent(photo.y) }}
          />
        </>
      )}
    </Stack>
  );
}
