/** Text that a start prints in the terminal. */
import qrcode from 'qrcode-generator';
import type { Installation } from '../../contract/settings.ts';

export interface Announced {
  version: string;
  /** Address on this machine itself. */
  url: string;
  installation: Installation;
  /** Secrets that the first start prints, once. */
  firstRun: string | undefined;
}

/** A QR code wider than the terminal is left out. */
export function announcement(
  { version, url, installation, firstRun }: Announced,
  terminal: { columns: number; hasColors: boolean },
): string {
  const { addresses, secureAddresses, caCertificate } = installation;
  const [best] = addresses;
  const all = [...new Set([url, ...addresses, ...secureAddresses])];
  const lines = [`Antessala ${version} is running:`, ...all.map((address) => `  ${address}`)];
  if (best && caCertificate)
    lines.push(
      '',
      `For https install the certificate ${best}${caCertificate} on the devices (${best}/instalar tells how).`,
    );
  const code = best === undefined ? undefined : drawQrCode(best);
  // Where colours can be told, white on black whatever the terminal's own are.
  const drawn = terminal.hasColors ? code?.map((line) => `\x1b[97;40m${line}\x1b[0m`) : code;
  if (drawn && (code?.[0]?.length ?? 0) <= terminal.columns) lines.push('', ...drawn, `    ${best}`);
  if (firstRun) lines.push('', firstRun);
  return `\n${lines.join('\n')}\n`;
}

/** Two rows of modules a line; what is drawn is light, for terminals are dark. */
export function drawQrCode(text: string): string[] {
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const margin = 4;
  const isLight = (row: number, column: number) =>
    row < 0 || column < 0 || row >= size || column >= size || !code.isDark(row, column);
  const lines: string[] = [];
  for (let row = -margin; row < size + margin; row += 2) {
    let line = '';
    for (let column = -margin; column < size + margin; column += 1) {
      const [top, bottom] = [isLight(row, column), row + 1 < size + margin && isLight(row + 1, column)];
      line += top ? (bottom ? '█' : '▀') : bottom ? '▄' : ' ';
    }
    lines.push(line);
  }
  return lines;
}
