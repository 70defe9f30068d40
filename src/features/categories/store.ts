/** Stores categories of platform contents, and which users have access to their contents. */
import type { AdminCategory } from '../../contract/categories.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import { AppError, invalidField, notFound } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRowLimitCheck } from '../../platform/storage/row-limit.ts';
import type { Database } from '../../platform/storage/database.ts';

export interface CategoryFields {
  name: string;
  description: string | null;
}

interface CategoryRow extends CategoryFields {
  id: number;
  createdAt: number;
}

export type CategoryPatch = { [Field in keyof CategoryFields]?: CategoryFields[Field] | undefined };

export type CategoryStore = ReturnType<typeof createCategoryStore>;

export function createCategoryStore(database: Database, clock: Clock) {
  const assertBelowLimit = createRowLimitCheck(database, 'categories');
  const columns = 'categories.id, categories.name, categories.description, categories.created_at AS createdAt';
  const withCounts = `
    SELECT ${columns},
      (SELECT count(*) FROM user_category_access WHERE category_id = categories.id) AS userCount,
      (SELECT count(*) FROM kept_videos WHERE category_id = categories.id) AS videoCount
    FROM categories`;
  const selectAll = database.prepare<[], CategoryRow & { userCount: number; videoCount: number }>(
    `${withCounts} ORDER BY name COLLATE NOCASE, id`,
  );
  const selectOne = database.prepare<[number], CategoryRow & { userCount: number; videoCount: number }>(
    `${withCounts} WHERE id = ?`,
  );
  const insert = database.prepare<[string, string | null, number]>(
    'INSERT INTO categories (name, description, created_at) VALUES (?, ?, ?)',
  );
  const update = database.prepare<[string, string | null, number]>(
    'UPDATE categories SET name = ?, description = ? WHERE id = ?',
  );
  const remove = database.prepare<[number]>('DELETE FROM categories WHERE id = ?');
  const selectUserIds = database.prepare<[number], { id: number }>(
    'SELECT user_id AS id FROM user_category_access WHERE category_id = ?',
  );
  const selectUsers = database.prepare<[number], { id: number; username: string; email: string; grantedAt: number }>(`
    SELECT users.id, username, email, granted_at AS grantedAt FROM user_category_access
    JOIN users ON users.id = user_id WHERE category_id = ? AND removed_at IS NULL ORDER BY username COLLATE NOCASE, users.id`);
  const selectAccess = database.prepare<[number], CategoryRow & { grantedAt: number }>(`
    SELECT ${columns}, granted_at AS grantedAt FROM user_category_access
    JOIN categories ON categories.id = category_id WHERE user_id = ? ORDER BY name COLLATE NOCASE, categories.id`);
  const selectAllAccess = database.prepare<[], CategoryRow & { grantedAt: number }>(
    `SELECT ${columns}, created_at AS grantedAt FROM categories ORDER BY name COLLATE NOCASE, id`,
  );
  const sameName = database.prepare<[string], { id: number }>('SELECT id FROM categories WHERE fold(name) = fold(?)');
  const userExists = database.prepare<[number]>('SELECT 1 FROM users WHERE id = ?');
  const insertAccess = database.prepare<[number, number, number]>(
    'INSERT INTO user_category_access (user_id, category_id, granted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const removeAccess = database.prepare<[number, number]>(
    'DELETE FROM user_category_access WHERE user_id = ? AND category_id = ?',
  );

  /** Throws not_found. */
  function findOrThrow(id: number): AdminCategory {
    const row = selectOne.get(id);
    if (!row) throw notFound('category');
    return withIsoTime(row);
  }

  /** Throws conflict if another category has the same name, ignoring case. */
  function assertNameFree(name: string, ownId?: number): void {
    if (sameName.all(name).every(({ id }) => id === ownId)) return;
    const message = 'Já existe uma categoria com este nome.';
    throw new AppError('conflict', message, { fields: { name: message } });
  }

  function assertUserAndCategory(userId: number, categoryId: number): void {
    if (!userExists.get(userId)) throw notFound('user');
    findOrThrow(categoryId);
  }

  return {
    /** Returns the categories by name. */
    list: (): AdminCategory[] => selectAll.all().map(withIsoTime),
    findOrThrow,
    /** Throws conflict when the name is in use. Must be called inside a transaction. */
    create(fields: CategoryFields): AdminCategory {
      assertBelowLimit();
      assertNameFits(fields.name);
      assertNameFree(fields.name);
      return findOrThrow(insert.run(fields.name, fields.description, clock.now()).lastInsertRowid);
    },
    /** Throws not_found, or conflict when the name is in use. Must be called inside a transaction. */
    update(id: number, patch: CategoryPatch): AdminCategory {
      const before = findOrThrow(id);
      const { name = before.name, description = before.description } = patch;
      if (name !== before.name) {
        assertNameFits(name);
        assertNameFree(name, id);
      }
      update.run(name, description, id);
      return findOrThrow(id);
    },
    /** Deletes a category; its contents remain, without a category. */
    remove: (id: number): void => void remove.run(id),
    /** Returns the ids of the users with access. */
    userIds: (id: number): number[] => selectUserIds.all(id).map((row) => row.id),
    /** Returns the users with access, by name. */
    users: (id: number) =>
      selectUsers.all(id).map((row) => ({ ...row, grantedAt: new Date(row.grantedAt).toISOString() })),
    /** Returns the categories to which a user has access, by name: for the role admin all, since their creation. */
    accessOf({ userId, role }: Pick<UserActor, 'userId' | 'role'>) {
      const rows = role === 'admin' ? selectAllAccess.all() : selectAccess.all(userId);
      return rows.map(({ grantedAt, ...category }) => ({
        categoryId: category.id,
        grantedAt: new Date(grantedAt).toISOString(),
        category: withIsoTime(category),
      }));
    },
    /** Returns false if the user already had access. Throws not_found. */
    grant(userId: number, categoryId: number): boolean {
      assertUserAndCategory(userId, categoryId);
      return insertAccess.run(userId, categoryId, clock.now()).changes > 0;
    },
    /** Returns false if the user had no access. Throws not_found. */
    revoke(userId: number, categoryId: number): boolean {
      assertUserAndCategory(userId, categoryId);
      return removeAccess.run(userId, categoryId).changes > 0;
    },
  };
}

const withIsoTime = <Row extends { createdAt: number }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
});

/**
 * Throws invalid_input for a name that the CHECK of the table would refuse. The CHECK limits code points, the contract limits
 * visible characters, and a visible character may have several code points.
 */
function assertNameFits(name: string): void {
  if ([...name].length <= limits.categoryNameLength) return;
  throw invalidField('name', 'O nome da categoria é longo demais.');
}
