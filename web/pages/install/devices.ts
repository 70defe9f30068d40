/** Names the kinds of devices that show the player on a TV, and chooses the guide to open. Pure functions. */

export const deviceKinds = ['android', 'raspberry', 'windows', 'tv'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const deviceNames: Record<DeviceKind, string> = {
  android: 'TV Box Android',
  raspberry: 'Raspberry Pi',
  windows: 'Windows',
  tv: 'Smart TV',
};

/** Returns the kind in the query (`?aparelho=windows`), else the kind of this device, else the most common kind. */
export function chosenDevice(search: string, userAgent: string): DeviceKind {
  const requested = new URLSearchParams(search).get('aparelho');
  return deviceKinds.find((kind) => kind === requested) ?? guessDevice(userAgent);
}

function guessDevice(userAgent: string): DeviceKind {
  if (/Tizen|Web0S|webOS|SMART-TV|SmartTV|BRAVIA/i.test(userAgent)) return 'tv';
  if (/Android/.test(userAgent)) return 'android';
  if (/Linux (arm|aarch64)/.test(userAgent)) return 'raspberry';
  return 'android';
}
