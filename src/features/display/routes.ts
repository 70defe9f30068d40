/** Routes of the display settings (contract/README 9.8). */
import type { Handlers } from '../../contract/api/index.ts';
import { createDisplayService, type DisplayServiceDeps } from './service.ts';

export function displayRoutes(deps: DisplayServiceDeps) {
  const { display } = deps;
  const service = createDisplayService(deps);

  return {
    'GET /api/display-settings': ({ user }) => display.of(user.userId),

    'PUT /api/display-settings': ({ user, body, by }) => service.changeSettings(user.userId, body, by),

    'PUT /api/display-settings/logo': ({ user, body, by }) => service.replaceLogo(user.userId, body, by),

    'DELETE /api/display-settings/logo': ({ user, by }) => service.removeLogo(user.userId, by),
  } satisfies Partial<Handlers>;
}
