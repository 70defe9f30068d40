/** Loads the speech clips of calls completely before they are played, and keeps the last ones in memory. */
import { CallError } from '../server/requests/network.ts';
import type { Connections } from '../server/requests/connections.ts';

const timeoutMs = 4_000;
const clipLimit = 60;

export type SpeechClips = ReturnType<typeof createSpeechClips>;

export function createSpeechClips(connections: Connections) {
  /** The least recently used clip is first. `name`: address without signature; `url`: local address. */
  const clips: { name: string; url: string }[] = [];

  async function load(url: string): Promise<string> {
    const name = url.replace(/\?.*/, '');
    const index = clips.findIndex((clip) => clip.name === name);
    const [cached] = index < 0 ? [] : clips.splice(index, 1);
    if (cached) {
      clips.push(cached);
      return cached.url;
    }
    const file = { name, url: URL.createObjectURL(await fetchSound(url, connections)) };
    clips.push(file);
    const evicted = clips.length > clipLimit ? clips.shift() : undefined;
    if (evicted) URL.revokeObjectURL(evicted.url);
    return file.url;
  }

  return {
    /** Returns the local addresses of the clips that arrived in time, in order; omits the others. */
    async load(urls: readonly string[]): Promise<string[]> {
      const local = await Promise.all(urls.map((url) => load(url).catch(() => '')));
      return local.filter((url) => url !== '');
    },
    stop(): void {
      for (const { url } of clips.splice(0)) URL.revokeObjectURL(url);
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
