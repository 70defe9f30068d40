import { generateText } from '../../../../ui/form/typing/generate-text.ts';

/** Capitals and digits without the look-alikes 0 O 1 I L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;

/** For 'Sortear' of a code (contract/README 1.9). */
export const generateCode = () => generateText(alphabet, length);
