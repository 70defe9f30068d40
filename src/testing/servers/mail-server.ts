/** A mail server for tests. */
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { listenLocally } from '../ports.ts';

export interface MailServer {
  /** Value for SMTP_URL. */
  url: string;
  /** Complete received e-mails, with quoted-printable decoded. */
  emails: string[];
  /** While true, the server refuses every e-mail. */
  isDown: boolean;
  /** Resolves when the next e-mail is accepted, or refused because of `isDown` or `refusals`. */
  event(): Promise<void>;
}

/** Starts a mail server. It refuses the first `refusals` e-mails, and every e-mail at the SMTP command `refusedCommand`. */
export async function startMailServer(
  t: TestContext,
  { refusals = 0, refusedCommand }: { refusals?: number; refusedCommand?: 'AUTH' | 'MAIL' | 'RCPT' } = {},
): Promise<MailServer> {
  const emails: string[] = [];
  const state = { isDown: false };
  let refused = 0;
  let wake = () => {};
  const server = createServer((socket) => {
    let isBody = false;
    let body = '';
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (isBody) {
        body += text;
        if (!body.endsWith('\r\n.\r\n')) return;
        isBody = false;
        emails.push(unquote(body));
        socket.write('250 kept\r\n');
        wake();
      } else if (text.startsWith('DATA')) {
        isBody = true;
        body = '';
        socket.write('354 go\r\n');
      } else if (refusedCommand && text.startsWith(refusedCommand)) socket.write('550 never\r\n');
      else if (text.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
      else if (text.startsWith('AUTH')) socket.write('235 come in\r\n');
      else if (text.startsWith('MAIL') && (state.isDown || refused < refusals)) {
        refused += 1;
        socket.write('451 later\r\n');
        wake();
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${await listenLocally(t, server)}`,
    emails,
    event: () => new Promise<void>((resolve) => (wake = resolve)),
  });
}

function unquote(email: string): string {
  const bytes = email
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
