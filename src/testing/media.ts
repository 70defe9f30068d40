/** Makes real media files for tests with ffmpeg and sharp, when they are first needed. Caches them between runs by a hash of their recipes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** Cache folder. Files of earlier runs are reused while this file, the tests' recipes and ffmpeg are the same. */
const directory = cacheDirectory() ?? temporaryDirectory();
const filesInProgress = new Map<string, Promise<string>>();

/** Returns a folder in node_modules; undefined when that is not writable. */
function cacheDirectory(): string | undefined {
  const program = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].find(existsSync);
  const version = program ? `${statSync(program).size} ${statSync(program).mtimeMs}` : '';
  const key = hashOf(readFileSync(join(import.meta.dirname, 'media.ts'), 'utf8') + version);
  const folder = join(import.meta.dirname, '../../node_modules/.cache/antessala-media', key);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}

function temporaryDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antessala-media-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export async function ffmpeg(...args: string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

/** Returns ffprobe's description of all streams and of the container. */
export async function probe(
  path: string,
): Promise<{ streams: Record<string, unknown>[]; format: { duration: string; tags: Record<string, string> } }> {
  const options = '-v error -print_format json -show_streams -show_format'.split(' ');
  const { stdout } = await promisify(execFile)('ffprobe', [...options, path]);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof probe>>;
}

const generated = (source: string) => ['-f', 'lavfi', '-i', source];
const picture = (size: string, seconds: number, fps = 25) =>
  generated(`testsrc2=size=${size}:rate=${fps}:duration=${seconds}`);
const tone = (seconds: number) => generated(`sine=duration=${seconds}`);
const quiet265 = ['-x265-params', 'log-level=none'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];

/** Writes a video whose track has this matrix (ISO/IEC 14496-12 8.3.2). */
async function writeWithMatrix(path: string, matrix: readonly number[]): Promise<void> {
  const bytes = Buffer.from(readFileSync(await fixture('silent.mp4')));
  const start = bytes.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of matrix.entries()) bytes.writeInt32BE(value, start + index * 4);
  writeFileSync(path, bytes);
}

/** File name -> function that makes the file. */
const recipes: Record<string, (path: string) => Promise<void>> = {
  /** Playable in every browser, with its index at the end. */
  'plain.mp4': (path) => ffmpeg(...picture('320x180', 2), ...tone(2), ...h264, '-c:a', 'aac', path),
  'silent.mp4': (path) => ffmpeg(...picture('320x180', 1), ...h264, path),
  /** The picture size changes in the middle of the stream; the container states only the first size. */
  'two-sizes.mp4': async (path) => {
    const parts: Buffer[] = [];
    for (const size of ['320x240', '640x480']) {
      const part = `${path}.${size}.h264`;
      await ffmpeg(...picture(size, 1), ...h264, part);
      parts.push(readFileSync(part));
      rmSync(part);
    }
    const fullVideo = `${path}.h264`;
    writeFileSync(fullVideo, Buffer.concat(parts));
    await ffmpeg('-r', '25', '-i', fullVideo, '-c', 'copy', path);
    rmSync(fullVideo);
  },
  'hevc.mov': (path) =>
    ffmpeg(...picture('320x180', 1), ...tone(1), '-c:v', 'libx265', ...quiet265, '-tag:v', 'hvc1', '-c:a', 'aac', path),
  '4k.mp4': (path) => ffmpeg(...picture('3840x2160', 1, 30), ...h264, path),
  /** As large as a portrait screen, so that it is not scaled down. */
  'upright.mp4': (path) => ffmpeg(...picture('1080x1920', 1), ...h264, path),
  'fast.mkv': (path) => ffmpeg(...picture('320x180', 1, 60), ...tone(1), ...h264, '-c:a', 'libvorbis', path),
  'old.avi': (path) => ffmpeg(...picture('320x180', 1), '-c:v', 'mpeg4', path),
  'sound.mp4': (path) => ffmpeg(...tone(1), '-c:a', 'aac', path),
  /** Music with a cover picture and a title, loud and quiet, in each accepted format. */
  'loud.mp3': (path) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'anoisesrc=d=3:a=0.8:s=7', '-f', 'lavfi', '-i', 'color=s=64x64:d=0.04:r=25'],
      ...['-map', '0', '-map', '1', '-c:a', 'libmp3lame', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'],
      ...['-metadata', 'title=Segredo', path],
    ),
  'quiet.m4a': (path) => ffmpeg('-f', 'lavfi', '-i', 'anoisesrc=d=2:a=0.02:s=7', '-c:a', 'aac', path),
  'raw.aac': (path) => ffmpeg(...tone(2), '-c:a', 'aac', '-f', 'adts', path),
  'tone.ogg': (path) => ffmpeg(...tone(2), '-c:a', 'libvorbis', path),
  'tone.wav': (path) => ffmpeg(...tone(2), path),
  'tone.mkv': (path) => ffmpeg(...tone(2), '-c:a', 'aac', path),
  /** Ten hours of silence, small because it is compressed. */
  'hours.ogg': (path) =>
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '36000', '-c:a', 'libvorbis', '-q:a', '-1', path),
  'cut.m4a': async (path) => writeFileSync(path, readFileSync(await fixture('quiet.m4a')).subarray(0, 4_000)),
  'cut.mp4': async (path) => writeFileSync(path, readFileSync(await fixture('plain.mp4')).subarray(0, 40_000)),
  'text.mp4': async (path) =>
    writeFileSync(
      path,
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.from('apenas um texto. '.repeat(200))]),
    ),
  /** Half of its frames are missing although its index is complete. */
  'half.mp4': async (path) => {
    await ffmpeg('-i', await fixture('plain.mp4'), '-c', 'copy', '-movflags', 'faststart', path);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
  },
  /** Recorded by a phone held upright: the rotation is in the track's matrix. */
  'turned.mp4': (path) => writeWithMatrix(path, [0, 0x10000, 0, -0x10000, 0, 0, 180 << 16, 0, 0x40000000]),
  'upside-down-mirror.mp4': (path) => writeWithMatrix(path, [0x10000, 0, 0, 0, -0x10000, 0, 0, 180 << 16, 0x40000000]),
  'turned.jpg': async (path) => void (await photo(400, 200).jpeg().withMetadata({ orientation: 6 }).toFile(path)),
  'poster.jpg': async (path) => void (await photo(1080, 1920).jpeg().toFile(path)),
  'turned-poster.jpg': async (path) =>
    void (await photo(3840, 2160).jpeg().withMetadata({ orientation: 6 }).toFile(path)),
  'photo.jpg': async (path) => void (await photo(2400, 1600).jpeg().toFile(path)),
  'cmyk.jpg': async (path) => void (await photo(300, 200).toColourspace('cmyk').jpeg().toFile(path)),
  /** A word of half a second. */
  'word.mp3': (path) => ffmpeg(...generated('sine=frequency=440:duration=0.5'), path),
  'logo.png': async (path) => {
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><circle cx="200" cy="150" r="100" fill="#1d3557"/></svg>',
    );
    await sharp(drawing).png().toFile(path);
  },
  'animated.gif': (path) => ffmpeg(...picture('64x64', 1, 5), path),
  'modern.avif': async (path) => void (await photo(64, 64).avif({ effort: 0 }).toFile(path)),
  'broken.jpg': async (path) => writeFileSync(path, readFileSync(await fixture('photo.jpg')).subarray(0, 20_000)),
  'drawing.svg': async (path) =>
    writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
};

/** Returns an image whose left half is red and whose right half is blue. */
function photo(width: number, height: number) {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

/** Makes a test file if needed. Returns its path. */
export function fixture(name: string): Promise<string> {
  const recipe = recipes[name];
  assert.ok(recipe, `no recipe for ${name}`);
  return cachedFile(name, recipe);
}

/** Makes a file if needed; a name always has the same content. Returns its path. */
export function cachedFile(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(directory, hashOf(make.toString()), name);
  const making = filesInProgress.get(name) ?? makeAtomically(path, make);
  filesInProgress.set(name, making);
  return making;
}

/** Makes a file atomically, because other test processes may make the same one. */
async function makeAtomically(path: string, make: (path: string) => Promise<void>): Promise<string> {
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(dirname(path), `${process.pid}-${basename(path)}`);
  await make(draft);
  renameSync(draft, path);
  return path;
}

export async function bytesOf(name: string): Promise<Buffer> {
  return readFileSync(await fixture(name));
}

/** Returns the mean colour of a region of an image as [red, green, blue]. */
export async function colourAt(
  image: string | Buffer,
  region: { left: number; top: number; width: number; height: number },
): Promise<number[]> {
  const { data, info } = await sharp(image).extract(region).raw().toBuffer({ resolveWithObject: true });
  const sums = [0, 0, 0];
  // Compute the mean here: sharp's statistics compute much more, and this is called for thousands of frames.
  for (let at = 0; at < data.length; at += info.channels)
    for (let channel = 0; channel < 3; channel += 1) sums[channel]! += data[at + channel]!;
  return sums.map((sum) => Math.round(sum / (info.width * info.height)));
}

export function assertNear(actual: number[], expected: number[], tolerance = 12): void {
  assert.ok(
    actual.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= tolerance),
    `${actual} is not about ${expected}`,
  );
}
