/** Sends the requests of the messages page and shows their toasts (contract/README 13.2). Requests throw CallError. */
import type { BreakingNews } from '../../../src/contract/messages.ts';
import { messageOf } from '../../api/client.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { bodyOf, type MessageForm } from './message-form.ts';

type MessageAction = 'criar' | 'atualizar' | 'excluir';

const successTexts: Record<MessageAction, string> = {
  criar: 'Mensagem criada com sucesso!',
  atualizar: 'Mensagem atualizada com sucesso!',
  excluir: 'Mensagem excluída com sucesso!',
};

export function toastDone(action: MessageAction): void {
  toast({ title: 'Sucesso', description: successTexts[action] });
}

/** Shows the error in a toast. Returns true, which tells `useAction` to show no other toast. */
export function toastFailed(action: MessageAction, error: unknown): true {
  toast({ title: 'Erro', description: `Falha ao ${action} mensagem: ${messageOf(error)}`, variant: 'destructive' });
  return true;
}

export function createMessage(form: MessageForm): Promise<BreakingNews> {
  return mutate('POST /api/breaking-news', { body: bodyOf(form) });
}

export function updateMessage(id: number, form: MessageForm): Promise<BreakingNews> {
  return mutate('PATCH /api/breaking-news/:id', { params: { id }, body: bodyOf(form) });
}

export function setMessagePlaylists(id: number, playlistIds: readonly number[]): Promise<BreakingNews> {
  return mutate('POST /api/breaking-news/:id/playlists', { params: { id }, body: { playlistIds: [...playlistIds] } });
}

export function setMessageActive(id: number, isActive: boolean): Promise<BreakingNews> {
  const optimistic = [
    change('GET /api/breaking-news', (all) => all.map((each) => (each.id === id ? { ...each, isActive } : each))),
  ];
  return mutate('PATCH /api/breaking-news/:id', { params: { id }, body: { isActive } }, { optimistic });
}

export async function deleteMessage(id: number): Promise<void> {
  await mutate('DELETE /api/breaking-news/:id', { params: { id } });
}
