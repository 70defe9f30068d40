/** How the screens of an account look (contract/README 9.8). */
import type { Handlers } from '../../contract/api.ts';
import { createDisplayActions, type DisplayActionsDeps } from './service.ts';

type DisplayKeys =
  | 'GET /api/display-settings'
  | 'PUT /api/display-settings'
  | 'PUT /api/display-settings/logo'
  | 'DELETE /api/display-settings/logo';

export function displayRoutes(deps: DisplayActionsDeps): Handlers<DisplayKeys> {
  const { display } = deps;
  const actions = createDisplayActions(deps);

  return {
    'GET /api/display-settings': ({ user }) => display.of(user.userId),

    'PUT /api/display-settings': ({ user, body }) => actions.choose(user.userId, body),

    'PUT /api/display-settings/logo': ({ user, body }) => actions.replaceLogo(user.userId, body),

    'DELETE /api/display-settings/logo': ({ user }) => actions.removeLogo(user.userId),
  };
}
