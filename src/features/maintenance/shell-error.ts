/** Something that the person at the shell, or who starts the server, can put right; the message says what. */
export class ShellError extends Error {}
