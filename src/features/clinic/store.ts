/** Stores the clinics' profiles (table `clinic_profiles`). */
import { type ClinicProfile, emptyProfile } from '../../contract/accounts/clinic.ts';
import { identificationLine } from '../../contract/text/identification.ts';
import type { Database } from '../../platform/storage/database.ts';

export type ClinicStore = ReturnType<typeof createClinicStore>;

export function createClinicStore(database: Database) {
  const select = database.prepare<[number], { profile: string }>(
    'SELECT profile FROM clinic_profiles WHERE user_id = ?',
  );
  const save = database.prepare<[number, string]>(
    'INSERT INTO clinic_profiles (user_id, profile) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET profile = excluded.profile',
  );

  function of(userId: number): ClinicProfile {
    const row = select.get(userId);
    return { ...emptyProfile, ...(row && (JSON.parse(row.profile) as ClinicProfile)) };
  }

  return {
    /** Returns an account's profile; an empty one until it is saved. */
    of,

    /** Returns the line that identifies the clinic below its advertising (contract/README 3.10); '' for an empty profile. */
    identificationLineOf: (userId: number): string => identificationLine(of(userId)),

    /** Must be called inside a transaction. */
    save: (userId: number, profile: ClinicProfile): void => void save.run(userId, JSON.stringify(profile)),
  };
}
