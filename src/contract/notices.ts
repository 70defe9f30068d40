import * as z from 'zod';
import { id, singleLine, text, timestamp } from './common.ts';
import { limits } from './limits.ts';

export const noticeType = z.enum(['global', 'user', 'player']);

const hex = /^#[0-9a-fA-F]{6}$/;

const colour = (sentence: string) => z.string({ error: sentence }).regex(hex, sentence);

const content = z.object({
  title: singleLine(limits.noticeInput.titleLength, {
    required: 'Título é obrigatório',
    tooLong: 'Título muito longo',
  }),
  message: text(limits.noticeInput.messageLength, {
    required: 'Mensagem é obrigatória',
    tooLong: 'Mensagem muito longa',
  }),
  noticeType,
});
const target = id.nullable();
const colours = {
  backgroundColor: colour('Cor de fundo deve ser um código hexadecimal válido'),
  textColor: colour('Cor do texto deve ser um código hexadecimal válido'),
};
const isActive = z.boolean();
const displayIntervalSeconds = seconds(limits.noticeInput.intervalSeconds);
/** 60 s is accepted too, because old clients always send it (contract/README 8.1). */
const displayDurationSeconds = seconds(limits.noticeInput.displaySeconds, limits.notice.displaySeconds);

function seconds({ min, max }: { min: number; max: number }, fixed?: number) {
  const sentence = `Entre ${min} e ${max} segundos.`;
  return z
    .number({ error: sentence })
    .int(sentence)
    .refine((value) => (value >= min && value <= max) || value === fixed, sentence)
    .meta({ description: `${min} to ${max}${fixed === undefined ? '' : `, or ${fixed}`}` });
}

/** Clears the targets that a notice of this type cannot have, before validation (contract/README 8.2). */
function clearTargets(body: unknown): unknown {
  const type = noticeType.safeParse((body as { noticeType?: unknown } | null)?.noticeType);
  if (!type.success) return body;
  return {
    ...(body as object),
    ...(type.data !== 'user' && { targetUserId: null }),
    ...(type.data !== 'player' && { targetPlayerId: null }),
  };
}

/** Adds `clearTargets` to a schema; TypeScript types and the OpenAPI document show the schema's own input. */
const cleaned = <Fields extends z.ZodType>(fields: Fields) =>
  z.preprocess(clearTargets, fields) as unknown as z.ZodType<z.output<Fields>, z.input<Fields>>;

export const noticeInput = cleaned(
  content.extend({
    targetUserId: target.default(null),
    targetPlayerId: target.default(null),
    backgroundColor: colours.backgroundColor.default(limits.noticeColours.background),
    textColor: colours.textColor.default(limits.noticeColours.text),
    isActive: isActive.default(true),
    displayIntervalSeconds: displayIntervalSeconds.default(limits.notice.intervalSeconds),
    displayDurationSeconds: displayDurationSeconds.default(limits.notice.displaySeconds),
  }),
);

/** Omitted fields stay unchanged. */
export const noticeUpdate = cleaned(
  content.extend({
    ...z
      .object({
        targetUserId: target,
        targetPlayerId: target,
        ...colours,
        isActive,
        displayIntervalSeconds,
        displayDurationSeconds,
      })
      .partial().shape,
  }),
);

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
  /** Owner of the target screen, because many clinics have a "Tela 1". */
  targetPlayerOwner: z.string().nullable(),
  backgroundColor: z.string(),
  textColor: z.string(),
  isActive: z.boolean(),
  displayIntervalSeconds: z.number(),
  displayDurationSeconds: z.number(),
  createdAt: timestamp,
});

/** An active notice for a screen. */
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
export type NoticeUpdate = z.output<typeof noticeUpdate>;
export type PlayerNotice = z.infer<typeof playerNotice>;
