/** Something that the person at the shell, or who starts the server, can put right; the message says what, in English. */
export class ShellError extends Error {}

/** What a task throws when people can put it right; the message is for them, in Portuguese. Its cause goes to the log. */
export class TaskFailure extends Error {}
