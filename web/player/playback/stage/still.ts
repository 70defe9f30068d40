import { element } from '../../device/dom.ts';
import { createFrame } from './frame.ts';
import { type Layer, untilDrawn } from './layer.ts';

/** Still of a video's last frame, shown while its decoder is used elsewhere or the video is opened again. */
export type Still = ReturnType<typeof createStill>;

export function createStill() {
  const canvas = element('canvas', { class: 'picture' });
  const { node, setLine } = createFrame('still', canvas);
  return {
    node,
    /** Shows the layer's current frame, if any, above the layers. Resolves when the video may be freed. */
    hold(layer: Layer): Promise<void> {
      layer.drawOn(canvas);
      setLine(layer.item?.identification);
      node.classList.toggle('is-cover', layer.node.classList.contains('is-cover'));
      node.classList.add('is-visible', 'is-on-top');
      return untilDrawn();
    },
    /** Moves the still below the layers: the next picture fades in above it. */
    lower(): void {
      node.classList.remove('is-on-top');
    },
    hide(): void {
      node.className = 'still';
    },
  };
}
