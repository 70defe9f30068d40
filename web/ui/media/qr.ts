import qrcode from 'qrcode-generator';

export interface QrPicture {
  /** Modules on each side, the white border of 4 included. */
  size: number;
  /** An SVG path of the dark modules, one unit each. */
  path: string;
}

const border = 4;

/** A QR code of a text, with medium error correction: a sheet on a wall gets dirty. */
export function qrPicture(text: string): QrPicture {
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
