/** Draws the border around a shrunk picture: a copy of the picture, blurred only once, because a live filter is slow. */
import { element } from '../../device/dom.ts';
import { screenSize } from '../../device/rotation.ts';

const coarse = { width: 12, height: 7 };
const fine = { width: 96, height: 54 };
/** Maximum relative difference of two aspect ratios that count as the same. */
const maxShapeDifference = 0.03;

export function createBorder() {
  const node = element('canvas', { class: 'border' });
  node.hidden = true;
  return {
    node,
    /** Draws the border from the picture. If picture and screen differ in shape, hides it: the ambient picture is shown. */
    draw(picture: CanvasImageSource, width: number, height: number): void {
      node.hidden = true;
      if (width === 0 || height === 0) return;
      const screen = screenSize();
      if (Math.abs((width / height) * (screen.height / screen.width) - 1) > maxShapeDifference) return;
      try {
        const small = element('canvas');
        paint(small, coarse, picture);
        const context = paint(node, fine, small);
        if (!context) return;
        // Darken the border, so that it does not compete with the picture.
        context.fillStyle = 'rgba(6, 10, 13, 0.42)';
        context.fillRect(0, 0, fine.width, fine.height);
        node.hidden = false;
      } catch {
        // The dark background of the layer serves as the border.
      }
    },
    clear(): void {
      node.hidden = true;
    },
  };
}

function paint(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  picture: CanvasImageSource,
): CanvasRenderingContext2D | null {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  // Smoothing averages many pixels instead of taking single ones.
  if (context) context.imageSmoothingQuality = 'medium';
  context?.drawImage(picture, 0, 0, width, height);
  return context;
}
