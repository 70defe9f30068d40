import { element } from '../../device/dom.ts';
import { type Layer, untilDrawn } from './layer.ts';

/** The last picture of a video, which holds the screen while its decoder is busy elsewhere or opens it again. */
export type Still = ReturnType<typeof createStill>;

export function createStill() {
  const node = element('canvas', { class: 'still' });
  return {
    node,
    /**
     * Shows over everything what the layer's video shows now, or what it held before where the video has no picture. Resolves when
     * that was drawn, so that the video may go; where nothing is drawn after a while (`untilDrawn`).
     */
    hold(layer: Layer): Promise<void> {
      layer.drawOn(node);
      node.classList.add('is-visible', 'is-over');
      return untilDrawn();
    },
    /** From over the layers to under them: what is shown next fades in over it. */
    lower(): void {
      node.classList.remove('is-over');
    },
    hide(): void {
      node.className = 'still';
    },
  };
}
