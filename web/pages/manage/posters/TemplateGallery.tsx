import { useEffect, useRef } from 'react';
import { newPosterHref } from '../../../navigation/poster-address.ts';
import { Grid, Text } from '../../../ui/layout/primitives.tsx';
import { createMeasure, drawPoster } from './drawing/draw.ts';
import { type Template, templates } from './drawing/templates.ts';
import { newPoster } from './new-poster.ts';
import styles from './Posters.module.css';
import type { ClinicLogo } from './use-poster-pictures.ts';

interface GalleryProps {
  colour: string | undefined;
  logo: ClinicLogo | undefined;
}

/** Shows a picture of each template. A click on it opens the editor. */
export function TemplateGallery(props: GalleryProps) {
  return (
    <Grid as="ul" min="16rem" gap={4} aria-label="Modelos">
      {templates.map((template) => (
        <li key={template.id}>
          <a className={styles.template} href={newPosterHref(template.id)}>
            <Sample template={template} {...props} />
            <Text block weight="medium" marginTop={2}>
              {template.name}
            </Text>
          </a>
        </li>
      ))}
    </Grid>
  );
}

function Sample({ template, colour, logo }: GalleryProps & { template: Template }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const small = canvas.current;
    const large = document.createElement('canvas');
    const extras = { measure: createMeasure(), logo: logo?.details };
    drawPoster(large, newPoster(template, colour), extras, { logo: logo?.picture });
    const context = small?.getContext('2d');
    if (!small || !context) return;
    context.imageSmoothingQuality = 'high';
    context.drawImage(large, 0, 0, small.width, small.height);
  }, [template, colour, logo]);
  return <canvas ref={canvas} width={640} height={360} className={styles.sample} aria-hidden="true" />;
}
