/** Something that the person at the shell, or who starts the server, can put right; the message says what, in English. */
export class ShellError extends Error {}

/** Error of a task that people can fix; the message is for them, in Portuguese. Its cause goes to the log. */
export class TaskFailure extends Error {}
