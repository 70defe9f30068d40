/** Sends and ends urgent notices, and measures their display on a screen. */
import type { Server, Tv } from './tv.ts';

/** A text of the maximum length. */
export const longText =
  'Por falta de energia no prédio, o atendimento fica suspenso até as 15h. Quem tem consulta marcada pode esperar aqui. '
    .repeat(5)
    .slice(0, 499)
    .concat('.');

/** Sends a notice to all screens, without a chime unless the fields say otherwise. */
export const sendUrgent = (
  server: Server,
  text: string,
  fields: { minutes?: number; preset?: 'evacuation' | 'power'; chime?: boolean } = {},
) => server.owner.call('POST /api/urgent', { body: { text, isForAll: true, chime: false, ...fields } });

export const endUrgent = (server: Server, id: number) =>
  server.owner.call('POST /api/urgent/:id/end', { params: { id } });

/** Returns a selector that matches the notice while it is visible. */
export const visibleNotice = (id: number) => `.urgent.is-visible[data-urgent-id="${id}"]`;
export const hiddenNotice = '.urgent:not(.is-visible)';

export interface Measured {
  text: string;
  /** Font size in px. */
  px: number;
  lines: number;
  isTextAreaOnScreen: boolean;
  /** True if every line of the text is inside the text area. */
  isTextInArea: boolean;
  /** True if the notice is the topmost element at the corners and in the middle of the screen. */
  covers: boolean;
}

/** Runs in the page, on old engines too; returns `Measured`. */
export const measure = `(function () {
  var area = document.querySelector('.urgent-text-area').getBoundingClientRect();
  var text = document.querySelector('.urgent-text');
  var range = document.createRange();
  range.selectNodeContents(text);
  var boxes = Array.prototype.slice.call(range.getClientRects());
  var isInside = function (box, left, top, right, bottom) {
    return box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  };
  var points = [[0.02, 0.03], [0.98, 0.03], [0.5, 0.5], [0.02, 0.97], [0.98, 0.97]];
  return {
    text: text.textContent,
    lines: boxes.length,
    isTextAreaOnScreen: isInside(area, 0, 0, innerWidth, innerHeight),
    isTextInArea: boxes.every(function (box) { return isInside(box, area.left, area.top, area.right, area.bottom); }),
    covers: points.every(function (point) {
      var top = document.elementFromPoint(innerWidth * point[0], innerHeight * point[1]);
      return !!top && !!top.closest('.urgent');
    }),
    px: parseFloat(getComputedStyle(text).fontSize),
  };
})()`;

export const measured = (tv: Pick<Tv, 'page'>) => tv.page.evaluate<Measured>(measure);
