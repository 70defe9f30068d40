import { useResource } from '../../state/resources/resource.ts';
import { type ZoneField, ZoneSelect } from './ZoneSelect.tsx';

/** Chooses a time zone of those that the server knows, for whoever is signed in. */
export function TimeZoneSelect(props: ZoneField) {
  return <ZoneSelect zones={useResource('GET /api/time-zones').data?.zones} {...props} />;
}
