/** An error of a shell command that its user can fix; the message says how, in English. */
export class CommandError extends Error {}

/** A task's error that people can fix; the message is for them, in Portuguese. Its cause is logged. */
export class TaskFailure extends Error {}
