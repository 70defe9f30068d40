/** Changes the settings for administrators. Each change shares one transaction with its events. */
import type { Author } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { SettingsPatch } from '../../contract/settings.ts';
import type { Log } from '../../platform/log.ts';
import type { AccountDeps } from '../accounts/deps.ts';
import type { MailSettings } from './mail-settings.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface SettingsServiceDeps extends Pick<
  AccountDeps,
  'settings' | 'audit' | 'secondFactors' | 'sessions' | 'publish' | 'database'
> {
  mail: Pick<MailSettings, 'change'>;
  webhook: Pick<WebhookSettings, 'change'>;
  log: Pick<Log, 'level' | 'info'>;
}

/** Names of the settings in the audit log, which does not contain their values. */
const settingNames: Record<keyof SettingsPatch, string> = {
  accessCode: 'código de acesso',
  playerModePassword: 'senha do modo Player',
  playerExitCode: 'código de saída do player',
  playerResetCode: 'código de reset do player',
  deviceResetCode: 'código de reset do dispositivo',
  contact: 'contato',
  mail: 'email',
  webhook: 'endereço para avisos',
  logLevel: 'nível do log',
  clinicName: 'nome da clínica',
  requiresSecondFactor: 'exigência da verificação em duas etapas',
};

export function createSettingsService(deps: SettingsServiceDeps) {
  const { settings, mail, webhook, log, audit, secondFactors, sessions, publish, database } = deps;

  /**
   * Stores whether managers must have a second factor; if so, ends the sessions of those who have none. Throws `conflict` if `by`
   * has none.
   */
  function setSecondFactorRequired(isRequired: boolean, by: Author): void {
    if (!isRequired) return settings.requireSecondFactor(false);
    if (by.userId === null || !secondFactors.find({ userId: by.userId, memberId: null }))
      throw new AppError('conflict', 'Ligue primeiro a verificação em duas etapas em Minha conta.');
    settings.requireSecondFactor(true);
    for (const userId of secondFactors.managersWithout()) {
      sessions.endAllOf(userId);
      publish(`user:${userId}`, { type: 'sessionEnded' });
    }
  }

  return {
    /**
     * Changes the settings that `patch` contains. Throws `invalid_input` for equal codes, a mail server without its password, and
     * a webhook over http if that is not allowed; `conflict` as `setSecondFactorRequired` does.
     */
    change(patch: SettingsPatch, by: Author): void {
      const { contact, clinicName, logLevel, requiresSecondFactor } = patch;
      database.tx(() => {
        settings.changeCodes(patch);
        if (clinicName !== undefined) settings.changeClinicName(clinicName);
        if (contact) settings.changeContact({ name: contact.name, url: contact.address });
        if (patch.mail) mail.change(patch.mail);
        if (patch.webhook) webhook.change(patch.webhook);
        if (requiresSecondFactor !== undefined) {
          setSecondFactorRequired(requiresSecondFactor, by);
          const message = requiresSecondFactor
            ? 'second step required of managers'
            : 'second step of managers optional';
          database.afterCommit(() => log.info(message, { by: by.name, address: by.address }));
        }
        if (logLevel) database.afterCommit(() => (log.level = logLevel));
        for (const [key, name] of Object.entries(settingNames))
          if (patch[key as keyof typeof settingNames] !== undefined)
            audit.record(by, 'settings.changed', { kind: 'settings', id: null, name });
        publish('managers', { type: 'adminChanged', what: 'settings' });
      });
    },
  };
}
