/** Converts a contact (phone, e-mail or URL, as administrators type it) to a link and back. No imports: pages use this file. */

const maxLength = 500;
const chatPrefix = 'https://wa.me/';

/** Phone numbers such as `(11) 99999-8888` and `+351 912 345 678`. */
const phonePattern = /^\+?[\d\s().-]+$/;
const emailPattern = /^[^\s@<>"?&#%,;:]+@[^\s@<>"?&#%,;:/]+\.[^\s@<>"?&#%,;:/.]{2,}$/;

/** Returns a WhatsApp, mailto or https link; undefined for any other text, so that no other scheme is accepted. */
export function contactUrlOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || text.length > maxLength) return undefined;
  if (phonePattern.test(text)) return chatUrl(text);
  if (emailPattern.test(text.replace(/^mailto:/i, ''))) return `mailto:${text.replace(/^mailto:/i, '')}`;
  if (!/^https:\/\//i.test(text) || /\s/.test(text)) return undefined;
  try {
    const url = new URL(text);
    return url.hostname && !url.username && !url.password ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function chatUrl(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  const isNational = !text.startsWith('+') && (digits.length === 10 || digits.length === 11);
  const international = isNational ? `55${digits}` : digits;
  return /^[1-9]\d{9,14}$/.test(international) ? chatPrefix + international : undefined;
}

/** Returns the contact of a link as people write it: `+5511999998888`, `vendas@clinica.com.br`, or the URL itself. */
export function contactTextOf(url: string): string {
  const number = url.startsWith(chatPrefix) ? url.slice(chatPrefix.length) : '';
  if (/^\d+$/.test(number)) return `+${number}`;
  return url.replace(/^mailto:/, '');
}

/** Returns the contact's link. A WhatsApp or mailto link also contains the prepared message. */
export function contactHref(url: string, message: string): string {
  const text = encodeURIComponent(message);
  if (url.startsWith(chatPrefix) && !url.includes('?')) return `${url}?text=${text}`;
  if (url.startsWith('mailto:')) return `${url}?body=${text}`;
  return url;
}
