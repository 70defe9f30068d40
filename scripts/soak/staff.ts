/** Simulates the clinic's staff: uploads, edits, deletes and calls, and records what the server has acknowledged. */
import sharp from 'sharp';
import type { Video } from '../../src/contract/media.ts';
import { failures } from '../../src/features/media/processing/failures.ts';
import { ApiError, type Client, forgetConnections } from '../../src/testing/client.ts';

/** When there are more contents than this, the staff deletes the third oldest. */
const maxContents = 12;
/** Longest time in ms that an upload may be marked as failed because of a full disk. */
export const longestRetryMs = 150_000;
const colours = ['#e07a5f', '#81b29a', '#f2cc8f', '#6d9dc5', '#d5a6e6'];

/** Returns a bright picture with the text, so that different texts give different bytes. */
const picture = (text: string, colour: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="${colour}"/><text x="80" y="120" font-size="60">${text}</text></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

interface PatientCall {
  id: number;
  label: string;
  day: string;
  /** performance.now() */
  at: number;
}

/** Raises the account's quotas, turns its queue of patients on, and creates a room and a playlist. */
async function prepareAccount(person: Client) {
  const { id: userId } = await person.call('GET /api/user');
  const quotas = await person.call('GET /api/admin/users/:id/quotas', { params: { id: userId } });
  await person.call('PUT /api/admin/users/:id/quotas', {
    params: { id: userId },
    body: { ...quotas, maxVideos: 100, maxPlaylists: 10, maxPlayers: 10 },
  });
  await person.call('PUT /api/call-settings', {
    body: { seconds: 5, chime: false, voice: false, queueEnabled: true },
  });
  const { id: roomId } = await person.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  const { id: playlistId } = await person.call('POST /api/playlists', { body: { name: 'Espera', isRandom: false } });
  return { roomId, playlistId };
}

/** Remembers since when contents have failed. The server processes a content again that failed because of a full disk. */
function createFailureList() {
  const failedSince = new Map<number, number>();
  return {
    /** Returns a text for each failed content, except those that failed at most `longestRetryMs` ago because of a full disk. */
    update(videos: readonly Pick<Video, 'id' | 'processingError'>[]): string[] {
      for (const { id, processingError } of videos) {
        if (!processingError) failedSince.delete(id);
        else if (processingError !== failures.disk_full.message) failedSince.set(id, -Infinity);
        else if (!failedSince.has(id)) failedSince.set(id, performance.now());
      }
      return videos
        .filter(({ id }) => performance.now() - (failedSince.get(id) ?? Infinity) > longestRetryMs)
        .map(({ id, processingError }) => `content ${id}: ${processingError}`);
    },
  };
}

/** Creates playlist, room and contents of the clinic. Returns the staff's actions: call `work` and `callPatient` repeatedly. */
export async function createStaff(person: Client, playerIds: readonly number[]) {
  const { roomId, playlistId } = await prepareAccount(person);

  /** Names that each content may have: the acknowledged one, and the new one while a change is in progress. */
  const names = new Map<number, Set<string>>();
  const deleted = new Set<number>();
  const calls: PatientCall[] = [];
  /** Times in ms of urgent notices. A notice interrupts a call on a TV; the TV shows the call again afterwards. */
  const urgentAt: number[] = [];
  const figures = { acknowledged: 0, refused: 0 };
  const missing = new Set<string>();
  const failedContents = createFailureList();
  const unexpected = new Map<string, number>();
  /** Number of the newest name, and number of actions so far. */
  let [lastNumber, actionCount] = [0, 0];

  async function addContent(): Promise<number> {
    const name = `Item ${(lastNumber += 1)}`;
    const { id } = await person.upload(await picture(name, colours[lastNumber % colours.length] ?? '#fff'), {
      name,
      fileName: `${lastNumber}.jpg`,
      displayDuration: 10,
    });
    names.set(id, new Set([name]));
    await person.call('POST /api/videos/:videoId/assignments', { params: { videoId: id }, body: { playlistId } });
    return id;
  }

  async function rename(): Promise<void> {
    const id = [...names.keys()][lastNumber % names.size] ?? 0;
    const name = `Item ${(lastNumber += 1)}`;
    names.get(id)?.add(name);
    await person.call('PATCH /api/videos/:id', { params: { id }, body: { name } });
    names.set(id, new Set([name]));
  }

  async function removeThirdOldest(): Promise<void> {
    // Keep the first two, so that the playlist is never empty.
    const id = [...names.keys()][2] ?? 0;
    names.delete(id);
    await person.call('DELETE /api/videos/:id', { params: { id } });
    deleted.add(id);
  }

  async function changeTicker(): Promise<void> {
    const [message] = await person.call('GET /api/breaking-news');
    const body = { title: 'Vacina', message: `Hoje das 9h às ${(lastNumber += 1)}` };
    if (message) return void (await person.call('PATCH /api/breaking-news/:id', { params: { id: message.id }, body }));
    const { id } = await person.call('POST /api/breaking-news', { body });
    await person.call('POST /api/breaking-news/:id/playlists', { params: { id }, body: { playlistIds: [playlistId] } });
  }

  async function showUrgent(): Promise<void> {
    const { id } = await person.call('POST /api/urgent', {
      body: { text: 'Retirem o carro da ambulância', isForAll: true, chime: false },
    });
    await person.call('POST /api/urgent/:id/end', { params: { id } });
    urgentAt.push(performance.now());
  }

  /** Runs one action. A refusal counts as expected while `isDisturbed`, because the server may be off or its disk full. */
  async function attempt(run: () => Promise<unknown>, isDisturbed: () => boolean): Promise<void> {
    const wasDisturbed = isDisturbed();
    try {
      await run();
      figures.acknowledged += 1;
    } catch (error) {
      figures.refused += 1;
      if (!(error instanceof ApiError)) forgetConnections();
      if (wasDisturbed || isDisturbed()) return;
      const text = error instanceof Error ? error.message : String(error);
      unexpected.set(text, (unexpected.get(text) ?? 0) + 1);
    }
  }

  await addContent();
  await addContent();
  for (const id of playerIds)
    await person.call('POST /api/my-players/:id/assign-playlist', { params: { id }, body: { playlistId } });
  const actions = [addContent, rename, rename, changeTicker, addContent, rename];

  return {
    figures,
    calls,
    urgentAt,
    missing,
    unexpected,
    work(isDisturbed: () => boolean): Promise<void> {
      actionCount += 1;
      // At most 200 urgent notices are allowed in 24 hours.
      const action = actionCount % 200 === 0 ? showUrgent : (actions[actionCount % actions.length] ?? rename);
      return attempt(names.size > maxContents ? removeThirdOldest : action, isDisturbed);
    },
    /** Issues a ticket, and calls the next one of the queue. */
    callPatient: (isDisturbed: () => boolean): Promise<void> =>
      attempt(async () => {
        await person.call('POST /api/tickets', { body: { kind: 'normal' } });
        const { id, label, createdAt } = await person.call('POST /api/calls/next', { body: { roomId } });
        const day = new Date(createdAt).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
        calls.push({ id, label, day, at: performance.now() });
      }, isDisturbed),
    /** Compares the server's lists with what it has acknowledged. Adds the differences to `missing`. */
    async compare(): Promise<void> {
      const listed = new Map((await person.call('GET /api/videos')).map((video) => [video.id, video]));
      for (const [id, allowed] of names) {
        const name = listed.get(id)?.name;
        if (name === undefined || !allowed.has(name)) missing.add(`content ${id} is ${name ?? 'gone'}`);
        else names.set(id, new Set([name]));
      }
      for (const id of deleted) if (listed.has(id)) missing.add(`content ${id} is back`);
      for (const text of failedContents.update([...listed.values()])) missing.add(text);
      const labels = new Map<string, number>();
      for (const { day, label } of calls) labels.set(`${day} ${label}`, (labels.get(`${day} ${label}`) ?? 0) + 1);
      for (const [label, times] of labels) if (times > 1) missing.add(`ticket ${label} was called ${times} times`);
    },
  };
}
