/** Prepares one update in a separate process, so that hashing and copying do not delay screens' polls. */
import { systemClock } from '../../../platform/clock.ts';
import { serveWorker } from '../../../platform/process/workers.ts';
import { BackupError } from '../backup-folder.ts';
import { stageUpdate, type UpdateRequest } from './stage-update.ts';

/** `failure`: a sentence for users if `isExpected`; undefined: the update is prepared. */
export interface UpdateMessage {
  failure?: string;
  isExpected?: boolean;
}

serveWorker<UpdateRequest, UpdateMessage>(async (request, send) => {
  try {
    await stageUpdate(request, systemClock);
    send({});
  } catch (error) {
    send({ failure: error instanceof Error ? error.message : String(error), isExpected: error instanceof BackupError });
  }
});
