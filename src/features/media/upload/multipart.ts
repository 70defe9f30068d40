/** Parses `POST /api/upload`: a file and its fields in one multipart/form-data request, for curl and scripts. */
import { Readable } from 'node:stream';
import busboy from 'busboy';
import type * as z from 'zod';
import type { BodyStream } from '../../../contract/endpoint.ts';
import { cleanText } from '../../../contract/text/clean.ts';
import { AppError } from '../../../contract/errors.ts';
import { cut } from '../../../contract/text/graphemes.ts';
import { limits } from '../../../contract/limits.ts';
import { type StatedPurpose, videoInput } from '../../../contract/media.ts';

export interface IncomingFile {
  fileName: string;
  contentType: string;
  bytes: AsyncIterable<Uint8Array>;
}

const formLimits = { fields: 20, fieldBytes: 16 * 1024 };

/** Reads the form; `takeFile` must read the file to its end. Throws `invalid_input`, `bad_request`, and errors of `takeFile`. */
export async function readForm<T>(
  body: BodyStream,
  headers: Readonly<Record<string, string>>,
  takeFile: (file: IncomingFile) => Promise<T>,
): Promise<{ fields: Record<string, string>; file: T }> {
  const fields: Record<string, string> = {};
  let taken: Promise<T> | undefined;
  const parser = createParser(headers);
  const source = Readable.from(copiesOf(body));

  await new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('file', (name, stream, info) => {
      // `takeFile` gets the stream's errors itself. When nobody reads the stream, an error must not end the process.
      stream.on('error', () => {});
      if (name !== 'file' || taken) return void stream.resume();
      taken = takeFile({
        fileName: cleanText(info.filename ?? '') || 'arquivo',
        contentType: info.mimeType,
        bytes: stream,
      });
      taken.catch((error: unknown) => {
        reject(error);
        stream.destroy();
      });
    });
    parser.on('fieldsLimit', () => reject(new AppError('bad_request', 'Campos demais no formulário.')));
    parser.on('error', (error) =>
      reject(new AppError('bad_request', 'O formulário enviado está incompleto ou malformado.', { cause: error })),
    );
    parser.on('close', resolve);
    source.on('error', (error) => {
      parser.destroy();
      reject(error);
    });
    source.pipe(parser);
  }).finally(() => {
    source.unpipe(parser);
    source.destroy();
  });
  if (!taken)
    throw new AppError('invalid_input', 'Por favor, selecione um arquivo e insira um nome.', {
      fields: { file: 'Envie o arquivo no campo "file".' },
    });
  return { fields, file: await taken };
}

/** Copies the chunks: busboy keeps parts of a chunk after the server has reused its buffer. */
async function* copiesOf(body: BodyStream): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk);
}

function createParser(headers: Readonly<Record<string, string>>): busboy.Busboy {
  try {
    return busboy({
      headers: { ...headers },
      defParamCharset: 'utf8',
      limits: { files: 1, fields: formLimits.fields, fieldSize: formLimits.fieldBytes },
    });
  } catch (error) {
    throw new AppError('bad_request', 'O formulário enviado está incompleto ou malformado.', { cause: error });
  }
}

const isTrue = (value: string) => ['true', '1', 'on', 'sim', 'yes'].includes(value.toLowerCase());
const toNumber = (value: string | undefined) => (value === undefined || value === '' ? undefined : Number(value));

/** Returns the form's fields as the body of `POST /api/videos`. Throws ZodError (400) for bad values. */
export function readFields(
  fields: Record<string, string>,
  file: { fileName: string; r2Path: string },
): z.output<typeof videoInput> {
  return videoInput.parse({
    name: fields.name ?? nameOf(file.fileName),
    r2Path: file.r2Path,
    displayDuration: toNumber(fields.displayDuration),
    useAmbientBackground: isTrue(fields.useAmbientBackground ?? ''),
    isPlatformVideo: isTrue(fields.isPlatformVideo ?? ''),
    categoryId: toNumber(fields.categoryId),
    purpose: fields.purpose as StatedPurpose | undefined,
  });
}

/** Returns the file's name without extension, cut to the maximum length (contract/README 3.2). */
function nameOf(fileName: string): string {
  const baseName = fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  return cut(baseName, limits.contentNameLength);
}
