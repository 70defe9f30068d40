import { limits } from '../../../../../src/contract/limits.ts';
import { generateText } from '../../../../ui/form/typing/generate-text.ts';

/** Letters and digits without the look-alikes 0 O o 1 I i L l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** For 'Gerar' of the password reset (contract/README 1.10): 8 characters, or as many as an administrator needs. */
export const generatePassword = (least: number = limits.password.min) =>
  generateText(alphabet, Math.max(limits.password.generated, least));
