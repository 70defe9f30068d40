/** Groups of screens (contract/README 17). */
import * as z from 'zod';
import { id, singleLine, requiredAs, timestamp } from './common.ts';
import { limits } from './limits.ts';

const name = singleLine(limits.screenGroup.nameLength, { required: 'Dê um nome ao grupo.' });
const playerIds = z.array(id).max(limits.screenGroup.screens);

export const screenGroup = z.object({
  id,
  name: z.string(),
  /** Ids of the group's screens in ascending order; may be empty. */
  playerIds: z.array(id),
  /** Number of programme rules that target the group. */
  ruleCount: z.number(),
  /** Number of rooms whose calls the group's screens show. */
  callRoomCount: z.number(),
  createdAt: timestamp,
});

export const screenGroupInput = z.object({ name, playerIds: playerIds.default([]) });
/** Omitted fields stay unchanged. */
export const screenGroupPatch = z.object({ name, playerIds }).partial();

export const sendToGroupInput = z.object({
  playlistId: z.number(requiredAs('Selecione uma playlist')).int().positive(),
});
/** Result of sending a playlist to a group. Screens without a device and paused or blocked screens are skipped. */
export const sendToGroupReply = z.object({
  sent: z.array(z.object({ id, name: z.string() })),
  skipped: z.array(z.object({ id, name: z.string() })),
});

export type ScreenGroup = z.infer<typeof screenGroup>;
export type ScreenGroupInput = z.output<typeof screenGroupInput>;
export type ScreenGroupPatch = z.output<typeof screenGroupPatch>;
export type SendToGroupReply = z.infer<typeof sendToGroupReply>;
