/** Starts the real program in tests, with HTTP on a free port and a temporary data folder. */
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { QuotasInput } from '../contract/accounts/accounts.ts';
import type { User } from '../contract/accounts/accounts.ts';
import type { MemberRole, TokenScope } from '../contract/accounts/capabilities.ts';
import { findSpeechEngines, type SpeechEngines } from '../features/calls/voice/speech-engines.ts';
import { findTools } from '../features/media/processing/tools.ts';
import { type Clock, ManualClock, systemClock } from '../platform/clock.ts';
import { migrationsDir } from '../platform/process/assets.ts';
import { noScheduler } from '../platform/scheduler.ts';
import { type DataFolder, dataFolder } from '../platform/storage/data-folder.ts';
import { Database } from '../platform/storage/database.ts';
import type { FreeSpace } from '../platform/storage/disk-space.ts';
import { keepSpareSpace } from '../platform/storage/spare-space.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { createLog, type Log } from '../platform/log.ts';
import { accountIdOf, testAdmin } from './admin.ts';
import { ApiError, Client, forgetConnections, type TestSocket } from './client.ts';
import { freePort } from './ports.ts';
import { quickPasswords } from './quick-passwords.ts';

export { ApiError, Client, testAdmin };

export const testCodes = {
  accessCode: 'ACESSO1',
  playerModePassword: 'MODO22',
  playerExitCode: 'SAIR33',
  playerResetCode: 'RESET44',
  deviceResetCode: 'ZERAR55',
};

/** A test, or another object that runs cleanups at its end. */
export interface Lifetime {
  after(work: () => unknown): void;
}

export interface TestAppOptions<C extends Clock = ManualClock> {
  clock?: C;
  env?: Record<string, string>;
  /** Default: a new folder, which is removed after the test; a given one is kept. */
  dataDir?: string;
  webDir?: string;
  /** Default: a silent log. */
  log?: Log;
  /** Free disk space. Default: plenty, so that no test depends on the machine's disk. */
  freeSpace?: () => Promise<FreeSpace>;
  isClockSynchronized?: () => Promise<boolean | undefined>;
  /** True: the machine's speech engines synthesize calls. Default: no speech. */
  speaks?: boolean;
}

/** A signed-in person, also a manager or a member of a team. */
export type Customer = Client & { user: User; password: string };
export interface Screen extends Client {
  playerId: number;
  token: string;
}

export interface TestApp<C extends Clock = ManualClock> {
  url: string;
  clock: C;
  dataDir: string;
  codes: typeof testCodes;
  admin: Customer;
  parts: App['parts'];
  guest(): Client;
  login(email: string, password: string): Promise<Customer>;
  /** Returns the owner of a new, approved account. */
  customer(options?: { username?: string; quotas?: Partial<QuotasInput> }): Promise<Customer>;
  gestor(): Promise<Customer>;
  /** Returns a signed-in member of the customer's team, who joined by invitation and has the customer's password. */
  member(owner: Customer, role: MemberRole): Promise<Customer>;
  /** Returns a client with a new API token of the customer. */
  program(owner: Customer, scopes: TokenScope[]): Promise<Client & { tokenId: number }>;
  /** Returns a new, activated screen of the customer. */
  screen(owner: Customer): Promise<Screen>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Finds ffmpeg and ffprobe, once per test process, because the search takes longer than a start of the app. */
export const knownTools = (): ReturnType<typeof findTools> => (foundTools ??= findTools());
let foundTools: ReturnType<typeof findTools> | undefined;

let template: DataFolder | undefined;

/** Returns a data folder with an empty database, made once per test process. To copy it for each app saves half of each start. */
function templateFolder(): DataFolder {
  if (template) return template;
  const directory = mkdtempSync(join(tmpdir(), 'antessala-template-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  template = dataFolder(directory);
  const database = new Database(template.database);
  migrate(database, migrationsDir, systemClock);
  // A closed database is a single file.
  database.close();
  keepSpareSpace(template.spare, directory);
  return template;
}

/** Makes an empty folder the data folder of a server that has been started once. */
function fillData(dataDir: string): void {
  const { database, spare } = dataFolder(dataDir);
  copyFileSync(templateFolder().database, database);
  try {
    // A hard link is enough, because this file is never changed, only deleted.
    linkSync(templateFolder().spare, spare);
  } catch {
    // The file is on another disk or missing: the program creates it.
  }
}

/** For tests without speech: a search for engines would start several processes. */
export const noSpeechEngines: SpeechEngines = { engines: [], problems: [] };

export async function startTestApp<C extends Clock = ManualClock>(
  t: Lifetime,
  options: TestAppOptions<C> = {},
): Promise<TestApp<C>> {
  const clock = (options.clock ?? new ManualClock(Date.now())) as C;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'antessala-')));
  mkdirSync(dataDir, { recursive: true });
  if (readdirSync(dataDir).length === 0) fillData(dataDir);
  const config = readConfig({
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: testAdmin.email,
    ADMIN_PASSWORD: testAdmin.password,
    ACCESS_CODE: testCodes.accessCode,
    PLAYER_MODE_PASSWORD: testCodes.playerModePassword,
    PLAYER_EXIT_CODE: testCodes.playerExitCode,
    PLAYER_RESET_CODE: testCodes.playerResetCode,
    DEVICE_RESET_CODE: testCodes.deviceResetCode,
    RADIO_ALLOW_PRIVATE: 'on',
    ...options.env,
  });
  const hasOwnTools = config.ffmpegPath !== undefined || config.ffprobePath !== undefined;
  const tools = hasOwnTools ? undefined : await knownTools();
  const speech = options.speaks ? await findSpeechEngines(config) : noSpeechEngines;
  const sockets = new Set<TestSocket>();
  const start = () => {
    forgetConnections();
    return createApp(config, {
      clock,
      log: options.log ?? createLog((process.env.TEST_LOG as 'debug' | undefined) ?? 'silent', clock),
      passwords: quickPasswords,
      validateReplies: true,
      webDir: options.webDir,
      isClockSynchronized: options.isClockSynchronized ?? (async () => undefined),
      freeSpace: options.freeSpace ?? (async () => ({ freeBytes: 500 * 1024 ** 3, totalBytes: 1024 ** 4 })),
      schedule: noScheduler,
      tools,
      speech,
    });
  };
  let app = await start();
  let port = app.port;
  let users = 0;

  const client = () => new Client(test.url, (socket) => sockets.add(socket));
  const closeSockets = () => {
    for (const socket of sockets) socket.close();
    sockets.clear();
  };

  const test: TestApp<C> = {
    url: app.url,
    clock,
    dataDir,
    codes: testCodes,
    admin: undefined as never,
    get parts() {
      return app.parts;
    },
    guest: client,
    async login(email, password) {
      const person = client() as Customer;
      person.user = await person.call('POST /api/login', { body: { email, password } });
      person.password = password;
      return person;
    },
    async customer({ username = `cliente${(users += 1)}`, quotas } = {}) {
      const email = `${username.toLowerCase().replaceAll(' ', '.')}@clinica.test`;
      const password = 'segredo1';
      await client().call('POST /api/register', {
        body: { username, email, password, accessCode: testCodes.accessCode },
      });
      const id = await accountIdOf(test.admin, email);
      await test.admin.call('POST /api/admin/users/:id/approve', { params: { id } });
      if (quotas) {
        const current = await test.admin.call('GET /api/admin/users/:id/quotas', { params: { id } });
        await test.admin.call('PUT /api/admin/users/:id/quotas', { params: { id }, body: { ...current, ...quotas } });
      }
      return test.login(email, password);
    },
    async gestor() {
      const person = await test.customer({ username: `gestor${(users += 1)}` });
      await test.admin.call('PATCH /api/admin/users/:id/profile', {
        params: { id: person.user.id },
        body: { role: 'admin', userType: 'gestor' },
      });
      return test.login(person.user.email, person.password);
    },
    async member(owner, role) {
      const email = `${role}${(users += 1)}@equipe.test`;
      const { code } = await owner.call('POST /api/team/members', { body: { email, role } });
      const { password } = owner;
      await client().call('POST /api/invitations/accept', {
        body: { code, name: `Pessoa ${role}`, password },
      });
      return test.login(email, password);
    },
    async program(owner, scopes) {
      const { id, token } = await owner.call('POST /api/tokens', {
        body: { name: scopes.join(), scopes, days: 30 },
      });
      const program = Object.assign(client(), { tokenId: id });
      program.bearer = token;
      return program;
    },
    async screen(owner) {
      const [created] = await test.admin.call('POST /api/admin/users/:userId/players/batch', {
        params: { userId: owner.user.id },
        body: { quantity: 1 },
      });
      const device = client() as Screen;
      const session = await device.call('POST /api/player/activate', {
        body: { activationCode: created?.activationCode ?? '', deviceInfo: 'test' },
      });
      device.playerId = session.playerId;
      device.token = session.token;
      device.bearer = session.token;
      return device;
    },
    async restart() {
      closeSockets();
      await app.close();
      config.port = port;
      app = await start();
      port = app.port;
    },
    async close() {
      closeSockets();
      await app.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
  t.after(() => test.close());
  test.admin = await test.login(testAdmin.email, testAdmin.password);
  return test;
}
