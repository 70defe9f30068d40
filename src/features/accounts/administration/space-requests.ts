/** Sends an account's request for more space to administrators (contract/README 1.12). service.ts closes requests. */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { webhookMessageOf } from '../../../platform/webhook.ts';
import type { AccountDeps } from '../deps.ts';
import { spaceRequestEmail } from '../emails.ts';
import { targetOf } from './rules.ts';

export function createSpaceRequestService(deps: AccountDeps) {
  const { accounts, quotas, mail, webhook, publicUrl, audit, publish, database } = deps;
  return {
    /** Sends a request and returns its time. Throws conflict if the account sent one within the last day that was not granted. */
    create(userId: number, by: Author): { spaceRequestedAt: string } {
      return database.tx(() => {
        if (!quotas.requestSpace(userId))
          throw new AppError('conflict', 'Você já pediu mais espaço hoje. Aguarde a resposta do administrador.');
        const usage = accounts.usage(userId);
        audit.record(by, 'account.space_requested', targetOf(usage));
        publish('managers', { type: 'adminChanged', what: 'users' });
        publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
        const email = spaceRequestEmail(
          usage,
          {
            storage: `${gb(usage.storageUsed)} de ${gb(usage.storageLimit)}`,
            contents: `${usage.videoCount} de ${usage.maxVideos}`,
          },
          publicUrl,
        );
        database.afterCommit(() => {
          for (const to of accounts.administratorEmails()) mail.send(to, email.subject, email.text);
          webhook.send(webhookMessageOf(email, 'space'));
        });
        return { spaceRequestedAt: usage.spaceRequestedAt as string };
      });
    },
  };
}

const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const mbPerGb = 2 ** 30 / bytesPerMb;
const gb = (mb: number) => `${oneDecimal.format(mb / mbPerGb)} GB`;
