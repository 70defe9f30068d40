import qrcode from 'qrcode-generator';

const border = 4;

/**
 * Returns the QR code of a text: the dark modules as an SVG path of unit squares, and the side length including the
 * white border. Uses medium error correction, because a printed code on a wall gets dirty.
 */
export function qrPicture(text: string) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) path += `M${column + border} ${row + border}h1v1h-1z`;
  }
  return { size: count + 2 * border, path };
}
