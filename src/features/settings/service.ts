/** What administrators set: the change, and who hears of it, in one transaction. */
import type { Publish } from '../../contract/events.ts';
import type { SettingsPatch } from '../../contract/settings.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { MailSettings } from './mail-settings.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import type { SettingsStore } from './store.ts';

export interface SettingsServiceDeps {
  settings: SettingsStore;
  mail: Pick<MailSettings, 'change'>;
  webhook: Pick<WebhookSettings, 'change'>;
  log: Pick<Log, 'level'>;
  publish: Publish;
  database: Database;
}

export function createSettingsService({ settings, mail, webhook, log, publish, database }: SettingsServiceDeps) {
  return {
    /** What `patch` leaves out stays. Throws `invalid_input` for codes that collide a mail server without its password, and http where it is not allowed. */
    change({ mail: mailPatch, webhook: webhookPatch, contact, clinicName, logLevel, ...codes }: SettingsPatch): void {
      database.tx(() => {
        settings.changeCodes(codes);
        if (clinicName !== undefined) settings.changeClinicName(clinicName);
        if (contact) settings.changeContact({ name: contact.name, url: contact.address });
        if (mailPatch) mail.change(mailPatch);
        if (webhookPatch) webhook.change(webhookPatch);
        if (logLevel) database.afterCommit(() => (log.level = logLevel));
        publish('managers', { type: 'adminChanged', what: 'settings' });
      });
    },
  };
}
