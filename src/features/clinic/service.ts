/** Changes a clinic's profile; the change and its events share one transaction. */
import type { ClinicProfile } from '../../contract/accounts/clinic.ts';
import type { Author } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ClinicStore } from './store.ts';

export interface ClinicServiceDeps {
  clinic: ClinicStore;
  playlists: Pick<PlaylistStore, 'idsWithAdvertising' | 'invalidate'>;
  audit: Pick<Audit, 'recordChanges'>;
  publish: Publish;
  database: Database;
}

export function createClinicService({ clinic, playlists, audit, publish, database }: ClinicServiceDeps) {
  return {
    /**
     * Replaces the profile. Screens that show advertising receive the new identification line (name, registration and director of
     * the clinic).
     */
    save(userId: number, profile: ClinicProfile, by: Author): ClinicProfile {
      return database.tx(() => {
        const before = clinic.of(userId);
        const identificationLine = clinic.identificationLineOf(userId);
        clinic.save(userId, profile);
        audit.recordChanges(
          by,
          'account.clinic_profile_changed',
          { kind: 'account', id: userId, name: profile.name || 'clínica', accountId: userId },
          profilePairs(before, profile),
        );
        if (clinic.identificationLineOf(userId) !== identificationLine)
          playlists.invalidate(playlists.idsWithAdvertising(userId));
        publish(`user:${userId}`, { type: 'contentChanged', what: 'clinic' });
        return profile;
      });
    },
  };
}

const registrationOf = ({ crmState, crm }: ClinicProfile['director']) => `${crmState} ${crm}`.trim();

const profilePairs = (before: ClinicProfile, after: ClinicProfile) =>
  ({
    Nome: [before.name, after.name],
    CNPJ: [before.cnpj, after.cnpj],
    'CRM-PJ': [before.crmPj, after.crmPj],
    'Diretor técnico': [before.director.name, after.director.name],
    'CRM do diretor': [registrationOf(before.director), registrationOf(after.director)],
    'RQE do diretor': [before.director.rqe, after.director.rqe],
    Médicos: [doctorsText(before), doctorsText(after)],
  }) as const;

const doctorsText = ({ doctors }: ClinicProfile): string =>
  doctors
    .map((doctor) => [doctor.name, doctor.specialty, registrationOf(doctor), doctor.rqe && `RQE ${doctor.rqe}`])
    .map((parts) => parts.filter(Boolean).join(' '))
    .join(', ');
