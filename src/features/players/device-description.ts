/** Describes a device for people. Pure. */
import type { PendingDevice } from '../../contract/pairing.ts';

type DeviceDescription = Omit<PendingDevice['device'], 'address'>;

/** Returns model, engine and resolution from `info`, the description that the device sent (JSON or plain text). */
export function describeDevice(info: string | null): DeviceDescription {
  const { userAgent, resolution } = read(info ?? '');
  const size = /^(\d{2,5})x(\d{2,5})$/.exec(resolution);
  return {
    model: modelOf(userAgent),
    engine: engineOf(userAgent),
    resolution: size ? `${size[1]} x ${size[2]}` : null,
  };
}

function read(info: string): { userAgent: string; resolution: string } {
  try {
    const { userAgent, resolution } = JSON.parse(info) as { userAgent?: unknown; resolution?: unknown };
    return {
      userAgent: typeof userAgent === 'string' ? userAgent : '',
      resolution: typeof resolution === 'string' ? resolution : '',
    };
  } catch {
    return { userAgent: info, resolution: '' };
  }
}

function modelOf(userAgent: string): string | null {
  const android = /Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?([^;)]{2,60}?)(?: Build\/|\)|;)/i
    .exec(userAgent)?.[1]
    ?.trim();
  if (android && android !== 'K') return android;
  const models: [RegExp, string][] = [
    [/Tizen/i, 'TV Samsung'],
    [/Web0S|webOS/i, 'TV LG'],
    [/AFT\w+/, 'Fire TV'],
    [/CrKey/, 'Chromecast'],
    [/Android/i, 'TV Box Android'],
    [/aarch64|armv\d/i, 'Raspberry Pi ou Linux'],
    [/Windows/i, 'Computador com Windows'],
    [/Macintosh/i, 'Mac'],
    [/Linux/i, 'Computador com Linux'],
  ];
  return models.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

function engineOf(userAgent: string): string | null {
  const [, firefox] = /Firefox\/(\d+)/.exec(userAgent) ?? [];
  if (firefox) return `Firefox ${firefox}`;
  const [, chromium] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  return chromium ? `Chromium ${chromium}` : /Safari\//.test(userAgent) ? 'Safari' : null;
}
