import type { Video } from '../../../../../src/contract/media.ts';
import { Segmented } from '../../../../ui/form/choice/Segmented.tsx';
import { Switch } from '../../../../ui/form/Switch.tsx';
import { Text } from '../../../../ui/layout/primitives.tsx';

interface FitFieldsProps extends Pick<Video, 'fit' | 'useAmbientBackground'> {
  onFit: (fit: Video['fit']) => void;
  onAmbient: (useAmbientBackground: boolean) => void;
}

/**
 * Shows the fields for how a content is shown on a screen of another aspect ratio (contract/README 3.9). With `cover` it fills
 * the screen, so there is no room for an ambient picture.
 */
export function FitFields({ fit, useAmbientBackground, onFit, onAmbient }: FitFieldsProps) {
  return (
    <>
      <Segmented
        label="Enquadramento"
        showLabel
        value={fit}
        onChange={onFit}
        options={[
          { value: 'contain', label: 'Mostrar inteiro' },
          { value: 'cover', label: 'Preencher a tela' },
        ]}
      />
      {fit === 'cover' ? (
        <Text as="p" muted size="sm">
          Em telas de outro formato, o que não couber é cortado nas bordas.
        </Text>
      ) : (
        <Switch
          label="Fundo ambiente"
          hint="Preenche as bordas da tela com uma versão desfocada."
          checked={useAmbientBackground}
          onChange={onAmbient}
        />
      )}
    </>
  );
}
