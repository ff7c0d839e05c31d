import { type Context, Hono } from 'hono';
import { authError } from '../auth-error.ts';
import { bodyOf, requireKey, textOf, UUID } from '../bearer.ts';
import { factorsOf, shownFactors } from '../factors/factors.ts';
import { forgetFactor } from '../factors/unenrol.ts';
import { inTransaction, internalsOf, tablesOf, type UserRow } from '../internals.ts';
import type { OwnRoutes } from '../context.ts';
import { changeUser } from './change.ts';
import { createUser } from './create.ts';
import { generateLink, isLinkType, type LinkRequest, makeLink } from './links.ts';
import { listUsers, userView } from './users.ts';

export function adminRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  app.use('/admin/*', async (c, next) => {
    requireAdmin(c as Context<OwnRoutes>);
    await next();
  });
  app.post('/admin/users', async (c) => {
    const body = await bodyOf(c);
    const user = await inTransaction(c.env.service, () => createUser(c.env.service, body));
    return c.json(await userView(c.env.service, user));
  });
  app.get('/admin/users', async (c) => {
    const page = { page: countIn(c.req.query('page'), 1), size: countIn(c.req.query('per_page'), 50) };
    const { users, total } = await listUsers(c.env.service, page);
    return c.json({ users, aud: 'authenticated' }, 200, {
      'x-total-count': String(total),
      link: linksOf(total, page),
    });
  });
  app.get('/admin/users/:id', async (c) => c.json(await userView(c.env.service, await userOf(c))));
  app.put('/admin/users/:id', async (c) => {
    const { service } = c.env;
    const user = await userOf(c);
    const body = await bodyOf(c);
    return c.json(
      await userView(service, await inTransaction(service, () => changeUser(service, user, body))),
    );
  });
  app.delete('/admin/users/:id', async (c) => {
    const user = await userOf(c);
    const { should_soft_delete: soft } = await bodyOf(c);
    if (soft === true) throw authError(422, 'validation_failed', 'Soft deletion is not available here');
    await c.env.service.repo.deleteRefreshTokensForUser(user.id);
    await tablesOf(c.env.service).deleteFrom('users').where('id', '=', user.id).execute();
    return c.json({});
  });
  app.get('/admin/users/:id/factors', async (c) =>
    c.json(await shownFactors(c.env.service, (await userOf(c)).id)),
  );
  app.delete('/admin/users/:id/factors/:factor', async (c) => {
    const { service } = c.env;
    const factors = await factorsOf(service, (await userOf(c)).id);
    const factor = factors.find(({ id }) => id === c.req.param('factor'));
    if (!factor) throw authError(404, 'mfa_factor_not_found', 'Factor not found');
    await inTransaction(service, () => forgetFactor(service, factor));
    return c.json({ id: factor.id });
  });
  app.post('/admin/generate_link', async (c) => {
    const { service } = c.env;
    const request = await readLinkRequest(c);
    return c.json(await inTransaction(service, () => generateLink(c.env, request, redirectOf(c))));
  });
  app.post('/invite', async (c) => {
    requireAdmin(c);
    const { service, settings } = c.env;
    const { email, data } = await bodyOf(c);
    const request: LinkRequest = {
      type: 'invite',
      email: textOf(email).trim().toLowerCase(),
      data,
      password: '',
      newEmail: '',
    };
    settings.countMail(request.email);
    const user = await inTransaction(service, async () => {
      const link = await makeLink(service, request);
      await internalsOf(service).mailer.sendInvite?.(request.email, link.hash, link.code);
      return link.user;
    });
    return c.json(await userView(service, user));
  });
  return app;
}

/** As on the hosted service, only the server's key is accepted. A user's session is refused. */
function requireAdmin(c: Context<OwnRoutes>): void {
  const key = requireKey(c);
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const hasSession = token !== undefined && !token.startsWith('sb_');
  if (key !== 'secret' && !hasSession)
    throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  if (key !== 'secret' || hasSession) throw authError(403, 'not_admin', 'User not allowed');
}

async function userOf(c: Context<OwnRoutes>): Promise<UserRow> {
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw authError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await c.env.service.repo.findUserById(id);
  if (!user) throw authError(404, 'user_not_found', 'User not found');
  return user;
}

async function readLinkRequest(c: Context<OwnRoutes>): Promise<LinkRequest> {
  const { type, email, new_email: newEmail, password, data } = await bodyOf(c);
  if (!isLinkType(textOf(type)))
    throw authError(400, 'validation_failed', `Invalid email action link type requested: ${textOf(type)}`);
  return {
    type: textOf(type) as LinkRequest['type'],
    email: textOf(email).trim().toLowerCase(),
    newEmail: textOf(newEmail).trim().toLowerCase(),
    password: textOf(password),
    data,
  };
}

const redirectOf = (c: Context<OwnRoutes>) => c.env.service.resolveEmailRedirect(c.req.query('redirect_to'));

/** The client sends an empty text if no value was given. */
const countIn = (text: string | undefined, standard: number) => (text ? Number(text) : standard);

/** Returns the `Link` header from which the client reads the number of pages. */
function linksOf(total: number, { page, size }: { page: number; size: number }): string {
  const last = Math.max(1, Math.ceil(total / size));
  const linkTo = (target: number, rel: string) => `<?page=${target}&per_page=${size}>; rel="${rel}"`;
  return [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')].join(', ');
}
