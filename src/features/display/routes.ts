/** How the screens of an account look (contract/README 9.8). */
import type { Handlers } from '../../contract/api.ts';
import { createDisplayService, type DisplayServiceDeps } from './service.ts';

type DisplayKeys =
  | 'GET /api/display-settings'
  | 'PUT /api/display-settings'
  | 'PUT /api/display-settings/logo'
  | 'DELETE /api/display-settings/logo';

export function displayRoutes(deps: DisplayServiceDeps): Handlers<DisplayKeys> {
  const { display } = deps;
  const service = createDisplayService(deps);

  return {
    'GET /api/display-settings': ({ user }) => display.of(user.userId),

    'PUT /api/display-settings': ({ user, body }) => service.choose(user.userId, body),

    'PUT /api/display-settings/logo': ({ user, body }) => service.replaceLogo(user.userId, body),

    'DELETE /api/display-settings/logo': ({ user }) => service.removeLogo(user.userId),
  };
}
