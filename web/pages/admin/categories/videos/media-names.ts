import type { CategoryVideo } from '../../../../../src/contract/categories.ts';

export const mediaNames: Record<CategoryVideo['mediaType'], string> = { video: 'Vídeo', image: 'Imagem' };
