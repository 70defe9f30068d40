import { useResource } from '../../state/resources/resource.ts';
import { ZoneSelect } from './ZoneSelect.tsx';

/** Chooses a time zone of those that the server knows, for whoever is signed in. */
export function TimeZoneSelect(props: { value: string; error?: string | undefined; onChange: (zone: string) => void }) {
  return <ZoneSelect zones={useResource('GET /api/time-zones').data?.zones} {...props} />;
}
