import { element } from '../../device/dom.ts';
import { type Layer, untilDrawn } from './layer.ts';

/** The last picture of a video, which holds the screen while its decoder is busy elsewhere or opens it again. */
export interface Still {
  node: HTMLElement;
  /**
   * Shows over everything what the layer's video shows now, or what it held before where the video has no picture. Resolves when
   * that was drawn, so that the video may go; where nothing is drawn after a while (`untilDrawn`).
   */
  hold(layer: Layer): Promise<void>;
  /** From over the layers to under them: what is shown next fades in over it. */
  lower(): void;
  hide(): void;
}

export function createStill(): Still {
  const node = element('canvas', { class: 'still' });
  return {
    node,
    hold(layer) {
      layer.drawOn(node);
      node.classList.add('is-visible', 'is-over');
      return untilDrawn();
    },
    lower() {
      node.classList.remove('is-over');
    },
    hide() {
      node.className = 'still';
    },
  };
}
