/** Reads and changes the settings of the webhook, which sends to a program what administrators also get by e-mail. */
import { AppError, invalidField } from '../../contract/errors.ts';
import type { Settings, SettingsPatch } from '../../contract/settings.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type Webhook, WebhookError, type WebhookFailure, type WebhookReceiver } from '../../platform/webhook.ts';
import type { SettingsStore } from './store.ts';

interface WebhookSettingsDeps {
  settings: Pick<SettingsStore, 'get' | 'set' | 'remove'>;
  webhook: Pick<Webhook, 'setReceiver' | 'deliverNow' | 'state'>;
  database: Database;
}

export type WebhookSettings = ReturnType<typeof createWebhookSettings>;

const keys = { url: 'webhook.url', secret: 'webhook.secret', allowPrivate: 'webhook.allowPrivate' } as const;

const reasons: Record<WebhookFailure, string> = {
  plain: 'O endereço não é https. Use https, ou permita http e endereços da rede local.',
  private: 'O endereço é da rede local. Permita http e endereços da rede local.',
  connection: 'Não foi possível conectar ao endereço. Confira-o e a rede do servidor.',
  timeout: 'O endereço não respondeu em 10 segundos.',
  status: 'O endereço recusou o aviso',
};

const sentenceOf = ({ reason, status }: { reason: WebhookFailure; status: number | undefined }) =>
  status === undefined ? reasons[reason] : `${reasons[reason]} (resposta ${status}). Confira o endereço.`;

/** Applies the stored settings. Returns functions that read and change them. */
export function createWebhookSettings({ settings, webhook, database }: WebhookSettingsDeps) {
  const currentReceiver = (): WebhookReceiver => ({
    url: settings.get(keys.url),
    secret: settings.get(keys.secret),
    allowPrivate: settings.get(keys.allowPrivate) === '1',
  });
  webhook.setReceiver(currentReceiver());

  return {
    /** Returns the settings without the secret and the address's path, which often contains a key. */
    masked(): Settings['webhook'] {
      const { url, secret, allowPrivate } = currentReceiver();
      const { waiting, sentAt, failure } = webhook.state();
      const parsed = url === undefined ? undefined : new URL(url);
      return {
        address: parsed ? `${parsed.origin}${parsed.pathname + parsed.search === '/' ? '' : '/•••'}` : null,
        hasSecret: secret !== undefined,
        allowPrivate: allowPrivate === true,
        waiting,
        lastSentAt: sentAt === undefined ? null : new Date(sentAt).toISOString(),
        failure: failure ? { at: new Date(failure.at).toISOString(), message: sentenceOf(failure) } : null,
      };
    },

    /** Changes the given settings at once; `url: null` removes all of them. Throws invalid_input for `webhook.url`. */
    change({ url, secret, allowPrivate }: NonNullable<SettingsPatch['webhook']>): void {
      database.tx(() => {
        if (url === null) for (const key of Object.values(keys)) settings.remove(key);
        if (url) settings.set(keys.url, url);
        if (secret) settings.set(keys.secret, secret);
        else if (secret === null) settings.remove(keys.secret);
        if (allowPrivate !== undefined && url !== null) settings.set(keys.allowPrivate, allowPrivate ? '1' : '0');
        const next = currentReceiver();
        if (next.url !== undefined && !next.allowPrivate && new URL(next.url).protocol !== 'https:')
          throw invalidField('webhook.url', reasons.plain);
        database.afterCommit(() => webhook.setReceiver(next));
      });
    },

    /** Sends a test event. Throws conflict without an address, bad_gateway with the reason when the event is not accepted. */
    async test(): Promise<void> {
      if (currentReceiver().url === undefined)
        throw new AppError('conflict', 'Nenhum endereço de avisos está configurado.');
      try {
        await webhook.deliverNow({
          title: 'Teste de aviso do Antessala',
          text: 'Este é um aviso de teste enviado pela página de configurações. O envio de avisos está funcionando.',
          kind: 'test',
        });
      } catch (error) {
        if (error instanceof WebhookError) throw new AppError('bad_gateway', sentenceOf(error), { cause: error });
        throw error;
      }
    },
  };
}
