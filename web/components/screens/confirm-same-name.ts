import { fold } from '../../../src/contract/text/folding.ts';
import { confirm } from '../../state/confirm.ts';
import { peekResource } from '../../state/resources/resource.ts';

/** Asks before a second screen of the user gets the same name. Resolves to true if the name is new, or wanted all the same. */
export async function confirmScreenName(name: string, ownId?: number): Promise<boolean> {
  const others = (peekResource('GET /api/my-players') ?? []).filter(({ id }) => id !== ownId);
  if (!others.some((other) => fold(other.name) === fold(name))) return true;
  return confirm({
    title: `Outra tela já se chama “${name}”`,
    text: 'Com nomes iguais é difícil saber qual TV é qual. Usar o mesmo nome?',
    action: 'Usar assim mesmo',
    tone: 'default',
  });
}
