import { bytesPerMb } from '../contract/text/units.ts';

export const inMb = (bytes: number) => `${(bytes / bytesPerMb).toFixed(1)} MB`;
