import { fold } from '../../../src/contract/text/folding.ts';
import { confirm } from '../../state/confirm.ts';
import { peekResource } from '../../state/resources/resource.ts';

/** Returns whether another screen of the user has this name. `ownId`: the screen that is being renamed. */
export function hasScreenNamed(name: string, ownId?: number): boolean {
  const others = (peekResource('GET /api/my-players') ?? []).filter(({ id }) => id !== ownId);
  return name.trim() !== '' && others.some((other) => fold(other.name) === fold(name.trim()));
}

/** Asks before a second screen of the user gets the same name. Resolves to true if the name is new, or the person confirms it. */
export async function confirmScreenName(name: string, ownId?: number): Promise<boolean> {
  if (!hasScreenNamed(name, ownId)) return true;
  return confirm({
    title: `Outra tela já se chama “${name}”`,
    text: 'Com nomes iguais é difícil saber qual TV é qual. Usar o mesmo nome?',
    action: 'Usar assim mesmo',
    tone: 'default',
  });
}
