/** Returns `length` random characters of the alphabet (at most 256 code units), from the browser's cryptographic source. */
export function generateText(alphabet: string, length: number): string {
  // Bytes beyond the last whole round of the alphabet would make its first letters likelier.
  const bound = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < bound && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
