import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { StatedPurpose } from '../../../../src/contract/media.ts';
import type { Poster } from '../../../../src/contract/posters.ts';
import { draftOf, saveDraft } from '../../../state/form/drafts.ts';
import { signedInId } from '../../../state/session.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { plural } from '../../../ui/text/format.ts';
import { createMeasure, drawPoster } from './drawing/draw.ts';
import type { PosterLayout } from './drawing/layout.ts';
import { templateOf } from './drawing/templates.ts';
import { PosterFields } from './PosterFields.tsx';
import styles from './Posters.module.css';
import { type EditedPoster, SendPoster } from './SendPoster.tsx';
import { type ClinicLogo, usePhoto } from './use-poster-pictures.ts';

interface PosterEditorProps {
  initialPoster: Poster;
  /** The item whose picture is replaced; undefined for a new poster. */
  edited: EditedPoster | undefined;
  logo: ClinicLogo | undefined;
  initialPurpose: StatedPurpose | undefined;
  /** Name of the draft that keeps typed texts when the page is left. */
  draftName: string;
}

/** Shows the picture of a poster beside its fields, and the buttons that send it. */
export function PosterEditor({ initialPoster, edited, logo, initialPurpose, draftName }: PosterEditorProps) {
  useSignals();
  const [poster, setPoster] = useState(() => draftOf<Poster>(signedInId.peek(), draftName) ?? initialPoster);
  const [excess, setExcess] = useState<PosterLayout['excess']>([]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const measure = useMemo(() => createMeasure(), []);
  const photo = usePhoto(poster.photo?.data);
  const template = templateOf(poster.template);
  const shownLogo = poster.showsLogo ? logo : undefined;

  useEffect(() => {
    if (!canvas.current) return;
    const pictures = { photo: photo ?? undefined, logo: shownLogo?.picture };
    setExcess(drawPoster(canvas.current, poster, { measure, logo: shownLogo?.details }, pictures).excess);
  }, [poster, photo, shownLogo, measure]);

  function change(changed: Poster): void {
    setPoster(changed);
    saveDraft(signedInId.peek(), draftName, changed);
  }

  const isPhotoDecoded = poster.photo === null || Boolean(photo);
  const texts = template.blocks.map(({ key }) => poster.texts[key]).filter((text) => text !== '');
  return (
    <Stack gap={5} align="start" className={styles.layout}>
      <Stack fluid gap={3} canShrink className={styles.preview}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Prévia do cartaz ${template.name}: ${texts.join(', ')}`}
          className={classNames(styles.picture, poster.format === 'portrait' && styles.portrait)}
        />
        {poster.photo && photo === null && (
          <Callout tone="danger" role="alert" compact>
            A foto não pôde ser aberta. Troque ou tire a foto para enviar o cartaz.
          </Callout>
        )}
        {excess.length > 0 && (
          <Callout tone="danger" role="alert" compact>
            {`Texto demais para o cartaz: tire ${plural(
              excess.reduce((sum, { words }) => sum + words, 0),
              'palavra',
              'palavras',
            )}.`}
          </Callout>
        )}
      </Stack>
      <Stack fluid gap={5} canShrink>
        <PosterFields poster={poster} excess={excess} hasLogo={logo !== undefined} onChange={change} />
        <SendPoster
          poster={poster}
          edited={edited}
          isReady={isPhotoDecoded}
          hasExcess={excess.length > 0}
          canvas={canvas}
          initialPurpose={initialPurpose}
          onSent={() => saveDraft(signedInId.peek(), draftName, undefined)}
        />
      </Stack>
    </Stack>
  );
}
