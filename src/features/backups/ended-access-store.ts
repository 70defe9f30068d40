/** Removes from a restored database the sessions and known devices that were ended or removed after its backup was made. */
import { Database } from '../../platform/storage/database.ts';

const keyColumns = {
  sessions: 'token_hash, user_id',
  known_devices: 'device_hash, user_id',
  known_member_devices: 'device_hash, member_id',
};

/** `prepared`: path of the restored database, which is migrated and which nothing else has open. `present`: path of the stopped server's database. */
export function removeEndedAccess(prepared: string, present: string): void {
  const database = new Database(prepared, { isCopy: true });
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
