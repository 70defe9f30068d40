/** Lists all endpoints (rules: contract/README). Types of handlers and client, access checks and OpenAPI derive from `api`. */
import type { Handler, Section } from '../endpoint.ts';
import * as accounts from './accounts.ts';
import * as adminCategories from './admin-categories.ts';
import * as adminNotices from './admin-notices.ts';
import * as adminScreens from './admin-screens.ts';
import * as adminServer from './admin-server.ts';
import * as adminUsers from './admin-users.ts';
import * as imports from './imports.ts';
import * as calls from './calls.ts';
import * as device from './device.ts';
import * as media from './media.ts';
import * as messages from './messages.ts';
import * as plays from './plays.ts';
import * as playlists from './playlists.ts';
import * as programme from './programme.ts';
import * as radio from './radio.ts';
import * as screens from './screens.ts';
import * as server from './server.ts';
import * as soundtracks from './soundtracks.ts';
import * as team from './team.ts';
import * as urgent from './urgent.ts';

/** All endpoints, in the order of the documentation. */
export const api = {
  ...accounts.endpoints,
  ...team.endpoints,
  ...media.endpoints,
  ...imports.endpoints,
  ...playlists.endpoints,
  ...programme.endpoints,
  ...screens.endpoints,
  ...device.endpoints,
  ...plays.endpoints,
  ...calls.endpoints,
  ...urgent.endpoints,
  ...messages.endpoints,
  ...radio.endpoints,
  ...soundtracks.endpoints,
  ...adminServer.auditEndpoints,
  ...adminUsers.endpoints,
  ...adminScreens.endpoints,
  ...adminCategories.endpoints,
  ...urgent.adminEndpoints,
  ...adminNotices.endpoints,
  ...adminServer.endpoints,
  ...server.endpoints,
} as const;

/** Sections of the documentation, in order. */
export const sections: readonly Section[] = [
  accounts.section,
  team.section,
  media.section,
  imports.section,
  playlists.section,
  programme.section,
  screens.section,
  device.section,
  plays.section,
  calls.section,
  urgent.section,
  messages.section,
  radio.section,
  soundtracks.section,
  adminUsers.section,
  adminScreens.section,
  adminCategories.section,
  adminNotices.section,
  adminServer.section,
  server.section,
];

export type Api = typeof api;
export type ApiKey = keyof Api;

/** Handlers of some endpoints: the routes of one feature. */
export type Handlers<Keys extends ApiKey = ApiKey> = { [Key in Keys]: Handler<Key, Api[Key]> };
