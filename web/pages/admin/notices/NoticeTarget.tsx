import { useRef } from 'react';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import type { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { UserPicker } from '../../../components/accounts/UserPicker.tsx';
import { type NoticeForm, typeNames } from './notice-form.ts';
import { ScreenPicker } from './ScreenPicker.tsx';

export type NoticeFormProps = ReturnType<typeof useDialogForm<NoticeForm>>;

const types = [
  { value: 'global', label: typeNames.global, hint: 'Todas as telas' },
  { value: 'user', label: typeNames.user, hint: 'Todas as telas de um usuário' },
  { value: 'player', label: typeNames.player, hint: 'Uma só tela' },
] as const satisfies readonly { value: AdminNotice['noticeType']; label: string; hint: string }[];

/** Shows the form fields for the notice's target: all screens, all screens of one user, or one screen. */
export function NoticeTarget({ values: form, errors, set, field }: NoticeFormProps) {
  const target = useRef<HTMLDivElement>(null);

  function choose(noticeType: AdminNotice['noticeType']): void {
    set({ noticeType });
    // The next field may be below the visible part of the dialog.
    requestAnimationFrame(() => target.current?.scrollIntoView({ block: 'nearest' }));
  }

  return (
    <>
      <ChoiceList label="Tipo" options={types} value={form.noticeType} onChange={choose} />
      {form.noticeType !== 'global' && (
        <div ref={target}>
          {form.noticeType === 'user' ? (
            <UserPicker
              key="user"
              placeholder="Buscar por e-mail"
              {...field('targetUserId')}
              error={errors.targetUserId}
              empty="Nenhum usuário aprovado."
            />
          ) : (
            <ScreenPicker key="player" {...field('targetPlayerId')} error={errors.targetPlayerId} />
          )}
        </div>
      )}
    </>
  );
}
