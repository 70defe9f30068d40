import { createDoctor } from '../../src/features/backups/doctor/doctor.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrationsDir } from '../../src/platform/process/assets.ts';

/** Compares database and disk of a data folder. Returns descriptions of doctor's findings. */
export async function examine(dataDir: string, { isDeep }: { isDeep: boolean }): Promise<string[]> {
  const doctor = createDoctor({ dataDir, backupDir: `${dataDir}/backups`, migrationsDir, clock: systemClock, isDeep });
  try {
    return (await doctor.examine()).map(({ description }) => description);
  } finally {
    doctor.close();
  }
}
