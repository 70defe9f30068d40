/** Removes from a restored database the sessions and known devices that were ended after its backup was made. */
import { Database } from '../../platform/storage/database.ts';

const keyColumns = {
  sessions: 'token_hash, user_id',
  known_devices: 'device_hash, user_id',
  known_member_devices: 'device_hash, member_id',
};

/** `restored`: path of the restored, migrated database, not open elsewhere. `present`: path of the stopped server's database. */
export function removeEndedAccess(restored: string, present: string): void {
  const database = new Database(restored, { isCopy: true });
  try {
    database.prepare<[string]>('ATTACH ? AS present').run(present);
    database.tx(() => {
      for (const [table, key] of Object.entries(keyColumns))
        database.exec(`DELETE FROM main.${table} WHERE (${key}) NOT IN (SELECT ${key} FROM present.${table})`);
    });
  } finally {
    database.close();
  }
}
