/** Stores services with queues of their own (tables `call_services`, `call_service_rooms`). */
import type { CallService } from '../../../contract/calls.ts';
import { notFound } from '../../../contract/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';

export type ServiceStore = ReturnType<typeof createServiceStore>;

/** Functions that change data must be called inside a transaction. */
export function createServiceStore(database: Database) {
  const all = database.prepare<[number], Omit<CallService, 'roomIds'>>(
    'SELECT id, name, prefix FROM call_services WHERE user_id = ? ORDER BY position, id',
  );
  const rooms = database.prepare<[number], { serviceId: number; roomId: number }>(
    `SELECT r.service_id AS serviceId, r.room_id AS roomId FROM call_services s JOIN call_service_rooms r ON r.service_id = s.id
     WHERE s.user_id = ? ORDER BY r.room_id`,
  );
  const insert = database.prepare<[number, string, string, number]>(
    'INSERT INTO call_services (user_id, name, prefix, position) VALUES (?, ?, ?, ?)',
  );
  const change = database.prepare<[string, string, number, number]>(
    'UPDATE call_services SET name = ?, prefix = ? WHERE id = ? AND user_id = ?',
  );
  const move = database.prepare<[number, number, number]>(
    'UPDATE call_services SET position = ? WHERE id = ? AND user_id = ?',
  );
  const remove = database.prepare<[number, number]>('DELETE FROM call_services WHERE id = ? AND user_id = ?');
  const unlink = database.prepare<[number, number]>(
    'DELETE FROM call_service_rooms WHERE service_id = (SELECT id FROM call_services WHERE id = ? AND user_id = ?)',
  );
  const link = database.prepare<[{ service: number; user: number; rooms: string }]>(
    `INSERT INTO call_service_rooms (service_id, room_id)
     SELECT @service, id FROM call_rooms WHERE user_id = @user AND id IN (SELECT value FROM json_each(@rooms))`,
  );

  function list(userId: number): CallService[] {
    const links = rooms.all(userId);
    return all.all(userId).map((service) => ({
      ...service,
      roomIds: links.filter(({ serviceId }) => serviceId === service.id).map(({ roomId }) => roomId),
    }));
  }

  return {
    /** Returns the services in their order. */
    list,

    /** Throws not_found. */
    serviceOrThrow(userId: number, id: number): CallService {
      const service = list(userId).find((each) => each.id === id);
      if (!service) throw notFound('callService');
      return service;
    },

    /** Returns the new id. */
    insert: (userId: number, { name, prefix }: Pick<CallService, 'name' | 'prefix'>, position: number): number =>
      insert.run(userId, name, prefix, position).lastInsertRowid,

    change: (userId: number, id: number, { name, prefix }: Pick<CallService, 'name' | 'prefix'>): void =>
      void change.run(name, prefix, id, userId),

    /** Replaces the rooms that serve a service of the user. Throws not_found for a room that is not the user's. */
    setRooms(userId: number, id: number, roomIds: readonly number[]): void {
      unlink.run(id, userId);
      const wanted = [...new Set(roomIds)];
      if (link.run({ service: id, user: userId, rooms: JSON.stringify(wanted) }).changes !== wanted.length)
        throw notFound('callRoom');
    },

    /** Stores the order of the user's services. */
    setOrder: (userId: number, ids: readonly number[]): void =>
      ids.forEach((id, position) => move.run(position, id, userId)),

    /** Throws not_found. */
    remove(userId: number, id: number): void {
      if (remove.run(id, userId).changes === 0) throw notFound('callService');
    },
  };
}
