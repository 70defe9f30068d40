import type { SettingsPatch } from '../../../../src/contract/settings.ts';
import { type MutateOptions, mutate } from '../../../state/resources/resource.ts';

/** Saves settings and refreshes the settings cards. */
export const changeSettings = (body: SettingsPatch, options: MutateOptions = {}) =>
  mutate('PATCH /api/admin/settings', { body }, options);
