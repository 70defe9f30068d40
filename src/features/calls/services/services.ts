/** Changes an account's services. Each change and the events it publishes are one transaction. */
import type { CallService } from '../../../contract/calls.ts';
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { fold } from '../../../contract/text/folding.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import { servicePairs, serviceTarget } from '../audit-entries.ts';
import { prefixProblem } from '../call-policies.ts';
import type { CallSetupStore } from '../setup-store.ts';
import type { ServiceStore } from './service-store.ts';

export interface ServicesDeps {
  services: ServiceStore;
  setup: Pick<CallSetupStore, 'rooms' | 'settings'>;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  publish: Publish;
  database: Database;
}

type Fields = Omit<CallService, 'id'>;

export function createServices({ services, setup, audit, publish, database }: ServicesDeps) {
  /** Throws conflict for a name that another service has, and invalid_input for a prefix that makes labels ambiguous. */
  function assertDistinct(userId: number, all: readonly CallService[], changed: Pick<Fields, 'name' | 'prefix'>): void {
    if (all.some(({ name }) => fold(name) === fold(changed.name)))
      throw fieldError('conflict', 'name', 'Já existe um serviço com este nome.');
    const problem = prefixProblem(setup.settings(userId).prefixes, [...all, changed]);
    if (problem) throw fieldError('invalid_input', 'prefix', problem);
  }

  const roomsText = (userId: number, roomIds: readonly number[]): string => {
    const rooms = setup.rooms(userId).filter(({ id }) => roomIds.includes(id));
    return rooms.length === 0 ? 'todos' : rooms.map(({ name }) => name).join(', ');
  };
  const notify = (userId: number) => publish(`user:${userId}`, { type: 'callsChanged' });

  return {
    list: services.list,

    /** Throws conflict (name in use), invalid_input (prefix makes labels ambiguous), not_found (foreign room), quota_exceeded. */
    create(userId: number, { roomIds, ...fields }: Fields, by: Author): CallService {
      return database.tx(() => {
        const all = services.list(userId);
        if (all.length >= limits.calls.services)
          throw new AppError('quota_exceeded', `No máximo ${limits.calls.services} serviços.`);
        assertDistinct(userId, all, fields);
        const id = services.insert(userId, fields, all.length);
        services.setRooms(userId, id, roomIds);
        services.setOrder(userId, [...all.map((each) => each.id), id]);
        audit.record(by, 'call.service_created', serviceTarget(userId, { id, name: fields.name }));
        notify(userId);
        return services.serviceOrThrow(userId, id);
      });
    },

    /** Omitted fields stay unchanged. Throws not_found, conflict, invalid_input. */
    change(
      userId: number,
      id: number,
      patch: { [Key in keyof Fields]?: Fields[Key] | undefined } & { position?: number | undefined },
      by: Author,
    ): CallService {
      return database.tx(() => {
        const before = services.serviceOrThrow(userId, id);
        const values = (service: CallService) => ({
          ...service,
          rooms: roomsText(userId, service.roomIds),
          position: services.list(userId).findIndex((each) => each.id === id) + 1,
        });
        const valuesBefore = values(before);
        const others = services.list(userId).filter((each) => each.id !== id);
        const { name = before.name, prefix = before.prefix, roomIds = before.roomIds, position } = patch;
        assertDistinct(userId, others, { name, prefix });
        services.change(userId, id, { name, prefix });
        services.setRooms(userId, id, roomIds);
        if (position !== undefined) services.setOrder(userId, others.map((each) => each.id).toSpliced(position, 0, id));
        const after = services.serviceOrThrow(userId, id);
        const target = serviceTarget(userId, after);
        audit.recordChanges(by, 'call.service_changed', target, servicePairs(valuesBefore, values(after)));
        notify(userId);
        return after;
      });
    },

    /** Deletes a service; its tickets remain in the queue, without a service. Throws not_found. */
    remove(userId: number, id: number, by: Author): void {
      database.tx(() => {
        const { name } = services.serviceOrThrow(userId, id);
        services.remove(userId, id);
        audit.record(by, 'call.service_deleted', serviceTarget(userId, { id, name }));
        notify(userId);
      });
    },
  };
}

const fieldError = (code: 'conflict' | 'invalid_input', field: string, sentence: string) =>
  new AppError(code, sentence, { fields: { [field]: sentence } });
