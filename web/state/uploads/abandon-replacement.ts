import { mutate } from '../resources/resource.ts';

/**
 * The item keeps the bytes it has.
 * @throws {CallError}
 */
export async function abandonReplacement(id: number): Promise<void> {
  await mutate(
    'DELETE /api/videos/:id/replacement',
    { params: { id } },
    {
      invalidates: [
        'GET /api/videos',
        'GET /api/platform-videos',
        'GET /api/user/me',
        'GET /api/admin/categories/:id/videos',
      ],
    },
  );
}
