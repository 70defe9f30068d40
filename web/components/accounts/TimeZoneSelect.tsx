import { useResource } from '../../state/resources/resource.ts';
import { type ZoneField, ZoneSelect } from './ZoneSelect.tsx';

/** Form field for one of the time zones that the server knows; for signed-in people. */
export function TimeZoneSelect(props: ZoneField) {
  return <ZoneSelect zones={useResource('GET /api/time-zones').data?.zones} {...props} />;
}
