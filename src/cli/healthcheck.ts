/** dist/healthcheck.cjs, for containers: exits with 1 when the server on this machine is not ready. */
import { assertReady } from './readiness.ts';

assertReady().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
