/** The spoken words of calls: small files, brought whole before they are said, and the last ones kept in memory. */
import { CallError } from '../server/requests/network.ts';
import type { Connections } from '../server/requests/connections.ts';

const timeoutMs = 4_000;
const keptCount = 60;

export type SpeechClips = ReturnType<typeof createSpeechClips>;

export function createSpeechClips(connections: Connections) {
  /** By the address without its signature; first the one that was wanted longest ago: a room is wanted with every call. */
  const kept: { name: string; url: string }[] = [];

  async function one(url: string): Promise<string> {
    const name = url.replace(/\?.*/, '');
    const at = kept.findIndex((one) => one.name === name);
    const [known] = at < 0 ? [] : kept.splice(at, 1);
    if (known) {
      kept.push(known);
      return known.url;
    }
    const file = { name, url: URL.createObjectURL(await fetchSound(url, connections)) };
    kept.push(file);
    const gone = kept.length > keptCount ? kept.shift() : undefined;
    if (gone) URL.revokeObjectURL(gone.url);
    return file.url;
  }

  return {
    /** Local addresses of the files that came in time, in order; what did not come is left out. */
    async load(urls: readonly string[]): Promise<string[]> {
      const local = await Promise.all(urls.map((url) => one(url).catch(() => '')));
      return local.filter((url) => url !== '');
    },
    stop(): void {
      for (const { url } of kept.splice(0)) URL.revokeObjectURL(url);
    },
  };
}

async function fetchSound(url: string, connections: Connections): Promise<Blob> {
  const release = await connections.acquire('call');
  try {
    return await new Promise<Blob>((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const fail = () => reject(new CallError(xhr.status, null, 'Som indisponível'));
      xhr.open('GET', url);
      xhr.responseType = 'blob';
      xhr.timeout = timeoutMs;
      xhr.onload = () => {
        const bytes = xhr.response as Blob | null;
        if (xhr.status === 200 && bytes && bytes.type.startsWith('audio/')) resolve(bytes);
        else fail();
      };
      xhr.onerror = xhr.ontimeout = xhr.onabort = fail;
      xhr.send();
    });
  } finally {
    release();
  }
}
