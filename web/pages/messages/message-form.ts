import type { BreakingNews } from '../../../src/contract/messages.ts';

export interface MessageForm {
  title: string;
  message: string;
  isActive: boolean;
  playlistIds: readonly number[];
}

/** Returns the form of a new message. If the account has only one playlist, it is chosen. */
export function emptyForm(playlists: readonly { id: number }[]): MessageForm {
  return {
    title: '',
    message: '',
    isActive: true,
    playlistIds: playlists.length === 1 ? playlists.map(({ id }) => id) : [],
  };
}

export function formOf({ title, message, isActive, playlists }: BreakingNews): MessageForm {
  return { title: title ?? '', message, isActive, playlistIds: playlists.map(({ id }) => id) };
}

/** Replaces line breaks by spaces, because the ticker has one line. */
export const oneLine = (text: string) =>
  text
    .split(/[\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/** Returns the request's body: an empty title is null (contract/README 6.1). */
export function bodyOf({ title, message, isActive }: MessageForm) {
  return { title: oneLine(title) || null, message: oneLine(message), isActive };
}

export const isSendable = ({ message }: MessageForm) => message.trim() !== '';

export function areFieldsEqual(one: MessageForm, other: MessageForm): boolean {
  const [left, right] = [bodyOf(one), bodyOf(other)];
  return left.title === right.title && left.message === right.message && left.isActive === right.isActive;
}

export function arePlaylistsEqual(one: MessageForm, other: MessageForm): boolean {
  return (
    one.playlistIds.length === other.playlistIds.length && one.playlistIds.every((id) => other.playlistIds.includes(id))
  );
}

export const isChanged = (now: MessageForm, before: MessageForm) =>
  !areFieldsEqual(now, before) || !arePlaylistsEqual(now, before);
