import { authError } from '../auth-error.ts';
import { shownFactors } from '../factors/factors.ts';
import { type AuthService, internalsOf, tablesOf, type UserRow } from '../internals.ts';

export async function userView(service: AuthService, user: UserRow): Promise<object> {
  const identities = await service.repo.findIdentitiesByUserId(user.id);
  const factors = await shownFactors(service, user.id);
  return {
    ...internalsOf(service).mapUserToResponse(user, identities, 'user'),
    ...(factors.length > 0 && { factors }),
    ...(user.banned_until && { banned_until: user.banned_until }),
    ...(user.invited_at && { invited_at: user.invited_at }),
  };
}

export async function listUsers(
  service: AuthService,
  { page, size }: { page: number; size: number },
): Promise<{ users: object[]; total: number }> {
  if (!Number.isInteger(page) || !Number.isInteger(size) || page < 1 || size < 1)
    throw authError(400, 'validation_failed', 'Bad Pagination Parameters');
  const tables = tablesOf(service);
  const rows = (await tables
    .selectFrom('users')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()) as UserRow[];
  const { total } = (await tables
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()) as { total: number | string };
  const users = [];
  for (const row of rows) users.push(await userView(service, row));
  return { users, total: Number(total) };
}
