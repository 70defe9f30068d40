/** Validates the notice form, and describes a notice's target in the list (contract/README 2.8 and 8). Pure. */
import { limits } from '../../../../src/contract/limits.ts';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import type { PickerItem } from '../../../ui/form/picker/PickerItemText.tsx';

export type NoticeForm = Pick<
  AdminNotice,
  'title' | 'message' | 'noticeType' | 'targetUserId' | 'targetPlayerId' | 'backgroundColor' | 'textColor' | 'isActive'
>;
type NoticeErrors = { [Name in keyof NoticeForm]?: string };

export const typeNames: Record<AdminNotice['noticeType'], string> = {
  global: 'Global',
  user: 'Usuário Específico',
  player: 'Tela Específica',
};

export const newNotice: NoticeForm = {
  title: '',
  message: '',
  noticeType: 'global',
  targetUserId: null,
  targetPlayerId: null,
  backgroundColor: limits.noticeColours.background,
  textColor: limits.noticeColours.text,
  isActive: true,
};

const isHex = (colour: string) => /^#[0-9a-f]{6}$/i.test(colour);

/** The users and screens that the studio has loaded, by id. */
interface LoadedTargets {
  users: ReadonlyMap<number, unknown>;
  screens: ReadonlyMap<number, unknown>;
}

/**
 * Returns the error texts of the form (contract/README 8.1). A target that is missing in `loaded` is an error, because the dialog
 * cannot show its name to the user.
 */
export function noticeErrors(form: NoticeForm, loaded?: LoadedTargets): NoticeErrors {
  const errors: NoticeErrors = {};
  const [title, message] = [form.title.trim(), form.message.trim()];
  if (title === '') errors.title = 'Título é obrigatório';
  else if (title.length > limits.notice.titleLength) errors.title = 'Título muito longo';
  if (message === '') errors.message = 'Mensagem é obrigatória';
  else if (message.length > limits.notice.messageLength) errors.message = 'Mensagem muito longa';
  if (form.noticeType === 'user') {
    if (form.targetUserId === null) errors.targetUserId = 'Selecione um usuário.';
    else if (loaded?.users.has(form.targetUserId) === false) errors.targetUserId = 'Confira o usuário escolhido.';
  }
  if (form.noticeType === 'player') {
    if (form.targetPlayerId === null) errors.targetPlayerId = 'Selecione uma tela.';
    else if (loaded?.screens.has(form.targetPlayerId) === false) errors.targetPlayerId = 'Confira a tela escolhida.';
  }
  if (!isHex(form.backgroundColor)) errors.backgroundColor = 'Cor de fundo deve ser um código hexadecimal válido';
  if (!isHex(form.textColor)) errors.textColor = 'Cor do texto deve ser um código hexadecimal válido';
  return errors;
}

/** Returns the request body; targets that do not match the notice type are null (contract/README 8.2). */
export function noticeInput(form: NoticeForm): NoticeForm {
  const { title, message, backgroundColor, textColor, isActive, noticeType } = form;
  const targetUserId = noticeType === 'user' ? form.targetUserId : null;
  const targetPlayerId = noticeType === 'player' ? form.targetPlayerId : null;
  return { title, message, backgroundColor, textColor, isActive, noticeType, targetUserId, targetPlayerId };
}

type Targets = Pick<AdminNotice, Extract<keyof AdminNotice, 'noticeType' | `target${string}`>>;

/** Returns 'Todos', the user's e-mail, or the screen's name and its owner. */
export function targetText(notice: Targets): string {
  if (notice.noticeType === 'global') return 'Todos';
  if (notice.noticeType === 'user') return notice.targetUserEmail ?? `Usuário ${notice.targetUserId}`;
  const name = notice.targetPlayerName ?? `Tela ${notice.targetPlayerId}`;
  return notice.targetPlayerOwner === null ? name : `${name} · ${notice.targetPlayerOwner}`;
}

export const screenItem = ({ id, name, screenId, owner }: AdminPlayer): PickerItem => ({
  id,
  title: name,
  codes: [screenId],
  detail: `${owner.username} · ${owner.email}`,
});
