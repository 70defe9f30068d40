/** Something that the person at the shell can put right; the message says what. */
export class ShellError extends Error {}
