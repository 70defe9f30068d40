/** Returns `length` cryptographically random characters of `alphabet`, which may have at most 256 code units. */
export function randomText(alphabet: string, length: number): string {
  // Bytes above the largest multiple of the alphabet's length would make its first letters more likely.
  const bound = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < bound && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
