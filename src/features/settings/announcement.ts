/** Builds the text that the server prints in the terminal when it starts. */
import qrcode from 'qrcode-generator';
import type { Installation } from '../../contract/settings.ts';

export interface AnnouncementInput {
  version: string;
  /** Address for browsers on this machine. */
  url: string;
  installation: Installation;
  /** Text with the secrets of the first start; undefined once an administrator has signed in. */
  firstRun: string | undefined;
}

/** Returns the announcement. Omits a QR code that is wider than the terminal. */
export function announcement(
  { version, url, installation, firstRun }: AnnouncementInput,
  terminal: { columns: number; hasColors: boolean },
): string {
  const { addresses, secureAddresses, caCertificate } = installation;
  const [bestAddress] = addresses;
  const all = [...new Set([url, ...addresses, ...secureAddresses])];
  const lines = [`Antessala ${version} is running:`, ...all.map((address) => `  ${address}`)];
  if (bestAddress && caCertificate)
    lines.push(
      '',
      `For https install the certificate ${bestAddress}${caCertificate} on the devices (${bestAddress}/instalar tells how).`,
    );
  const code = bestAddress === undefined ? undefined : drawQrCode(bestAddress);
  // If the terminal supports colours, the code is white on black regardless of the terminal's own colours.
  const drawn = terminal.hasColors ? code?.map((line) => `\x1b[97;40m${line}\x1b[0m`) : code;
  if (drawn && (code?.[0]?.length ?? 0) <= terminal.columns) lines.push('', ...drawn, `    ${bestAddress}`);
  if (firstRun) lines.push('', firstRun);
  return `\n${lines.join('\n')}\n`;
}

/** Returns the lines of a QR code. Each line has two rows of modules; light modules are drawn, since terminals are dark. */
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
