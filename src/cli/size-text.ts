import { bytesPerMb } from '../contract/units.ts';

export const inMb = (bytes: number) => `${(bytes / bytesPerMb).toFixed(1)} MB`;
