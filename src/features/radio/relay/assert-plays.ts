/** Tests a station's address before it is saved (contract/README 7.1), and explains why it does not play. */
import { AppError } from '../../../contract/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Outbound, SpecialAddressError } from '../../../platform/outbound.ts';
import { openSource, peek, StationError } from './source.ts';
import { audioFormatOf, isHtmlPage } from './audio-format.ts';

/** Maximum duration of a test. Short, because a person waits for it. */
export const timeoutMs = 8_000;

const hint = 'Procure no site da rádio o endereço do áudio, em MP3, AAC ou Ogg.';

/** Returns an error for an address that can never play. */
const unplayable = (sentence: string) =>
  new AppError('unplayable_station', sentence, { fields: { upstreamUrl: sentence } });

/** Returns an error for an address that does not play now, but may later. */
const unheard = (sentence: string, cause?: unknown) =>
  new AppError('unheard_station', sentence, { fields: { upstreamUrl: sentence }, cause });

export interface AssertPlaysDeps {
  outbound: Pick<Outbound, 'open'>;
  clock: Clock;
}

export type AssertPlays = ReturnType<typeof createAssertPlays>;

/** Returns a function that throws `unplayable_station` if an address can never play, `unheard_station` if it is silent now. */
export function createAssertPlays({ outbound, clock }: AssertPlaysDeps) {
  return async function assertPlays(upstreamUrl: string): Promise<void> {
    const attempt = new AbortController();
    const tooLate = new Error('no response in time');
    const deadline = clock.after(timeoutMs, () => attempt.abort(tooLate));
    try {
      const { body } = await openSource(outbound, upstreamUrl, attempt.signal);
      const bytes = await peek(body, (start) => audioFormatOf(start) !== undefined || isHtmlPage(start));
      assertSound(bytes);
    } catch (error) {
      throw error instanceof AppError ? error : toAppError(error);
    } finally {
      deadline.cancel();
      attempt.abort(new Error('heard enough'));
    }
  };
}

function assertSound(bytes: Buffer): void {
  const format = audioFormatOf(bytes);
  if (format?.contentType !== undefined) return;
  if (format) throw unplayable(`O áudio desta estação está em ${format.name}, que as TVs não tocam. ${hint}`);
  if (isHtmlPage(bytes)) throw pageError();
  const seconds = timeoutMs / 1_000;
  throw bytes.length === 0
    ? unheard(`A estação respondeu, mas em ${seconds} segundos não veio som. Confira se ela está no ar.`)
    : unheard(`O que vem deste endereço não parece som em MP3, AAC ou Ogg. Confira o endereço.`);
}

const pageError = () => unplayable(`Este endereço abre uma página, não o áudio. ${hint}`);

function toAppError(error: unknown): AppError {
  if (error instanceof SpecialAddressError)
    return unplayable(
      'Este endereço é da rede interna, e o servidor só busca rádios na internet. Para permitir, ligue RADIO_ALLOW_PRIVATE no servidor.',
    );
  if (error instanceof StationError) return fromStationError(error);
  if (isCertificateError(error))
    return unheard('O certificado https deste endereço não é válido. Confira o endereço ou tente com http.', error);
  return unheard('Este endereço não responde. Confira se está certo e se o servidor tem internet.', error);
}

function fromStationError({ fault, status }: StationError): AppError {
  switch (fault) {
    case 'page':
      return pageError();
    case 'not-sound':
      return unplayable(`Este endereço não traz áudio. ${hint}`);
    case 'hls':
      return unplayable(`Esta rádio transmite em HLS (.m3u8), que o servidor não repassa. ${hint}`);
    case 'empty-playlist':
      return unplayable(`Esta lista (.m3u ou .pls) não traz nenhum endereço. ${hint}`);
    case 'endless-playlist':
      return unplayable(`Esta lista leva a outras listas, e nunca ao áudio. ${hint}`);
    case 'status':
      return status === 404
        ? unheard('A estação respondeu que não há nada neste endereço (404). Confira o endereço e se ela está no ar.')
        : unheard(`A estação recusou a conexão (${status}). Confira o endereço ou tente mais tarde.`);
  }
}

/** True for the codes of Node's certificate errors. */
function isCertificateError(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
}
