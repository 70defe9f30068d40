import { z } from 'zod';
import { id, text, timestamp } from './common.ts';
import { limits } from './limits.ts';

export const noticeType = z.enum(['global', 'user', 'player']);

const hex = /^#[0-9a-fA-F]{6}$/;

const noticeFields = z.object({
  title: text(limits.notice.titleLength, { required: 'Título é obrigatório', tooLong: 'Título muito longo' }),
  message: text(limits.notice.messageLength, { required: 'Mensagem é obrigatória', tooLong: 'Mensagem muito longa' }),
  noticeType,
  targetUserId: id.nullable().default(null),
  targetPlayerId: id.nullable().default(null),
  backgroundColor: z.string().regex(hex, 'Cor de fundo deve ser um código hexadecimal válido').default(limits.noticeColours.background),
  textColor: z.string().regex(hex, 'Cor do texto deve ser um código hexadecimal válido').default(limits.noticeColours.text),
  isActive: z.boolean().default(true),
  displayIntervalSeconds: z.number().int().min(10).max(300).default(limits.notice.intervalSeconds),
  displayDurationSeconds: z.number().int().min(3).max(60).default(limits.notice.displaySeconds),
});

/** Cleaned as document 2, section 3 says: global clears both targets, user the player's, player the user's. */
export const noticeInput = noticeFields
  .transform((notice) => ({
    ...notice,
    targetUserId: notice.noticeType === 'user' ? notice.targetUserId : null,
    targetPlayerId: notice.noticeType === 'player' ? notice.targetPlayerId : null,
  }))
  .refine((notice) => notice.noticeType !== 'user' || notice.targetUserId !== null, { message: 'Selecione um usuário.', path: ['targetUserId'] })
  .refine((notice) => notice.noticeType !== 'player' || notice.targetPlayerId !== null, { message: 'Selecione uma tela.', path: ['targetPlayerId'] });

export const noticeToggle = z.object({ isActive: z.boolean() });

export const adminNotice = z.object({
  id,
  title: z.string(),
  message: z.string(),
  noticeType,
  targetUserId: id.nullable(),
  targetPlayerId: id.nullable(),
  targetUserEmail: z.string().nullable(),
  targetPlayerName: z.string().nullable(),
  backgroundColor: z.string(),
  textColor: z.string(),
  isActive: z.boolean(),
  displayIntervalSeconds: z.number(),
  displayDurationSeconds: z.number(),
  createdAt: timestamp,
});

/** What a screen shows: active notices that aim at it. */
export const playerNotice = adminNotice.pick({
  id: true,
  title: true,
  message: true,
  backgroundColor: true,
  textColor: true,
  isActive: true,
  displayIntervalSeconds: true,
  displayDurationSeconds: true,
});

export type AdminNotice = z.infer<typeof adminNotice>;
export type NoticeInput = z.output<typeof noticeInput>;
export type PlayerNotice = z.infer<typeof playerNotice>;
