import { element } from '../device/dom.ts';
import type { Layer } from './layer.ts';

/** The last picture of a video, which holds the screen while its decoder is busy elsewhere or opens it again. */
export interface Still {
  node: HTMLElement;
  /** Shows what the layer's video shows now: under the layers, or over them. */
  hold(layer: Layer, place: 'under' | 'over'): void;
  hide(): void;
}

export function createStill(): Still {
  const node = element('canvas', { class: 'still' });
  return {
    node,
    hold(layer, place) {
      layer.drawOn(node);
      node.classList.add('is-visible');
      if (place === 'over') node.classList.add('is-over');
    },
    hide() {
      node.className = 'still';
    },
  };
}
