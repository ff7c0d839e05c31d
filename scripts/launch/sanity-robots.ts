import * as v from 'valibot';
import { type Context, requireKey } from './context.ts';
import { call } from './http.ts';

const Robot = v.object({ id: v.string(), label: v.optional(v.string(), ''), token: v.nullish(v.string()) });
const Robots = v.object({ data: v.array(Robot), nextCursor: v.nullish(v.string()) });

function robots(context: Context, path = '', options?: Parameters<typeof call>[2]) {
  const project = requireKey(context, 'SANITY_PROJECT_ID');
  return call(context, `https://api.sanity.io/v2025-07-11/access/project/${project}/robots${path}`, {
    ...options,
    headers: { authorization: `Bearer ${requireKey(context, 'SANITY_AUTH_TOKEN')}` },
  });
}

/** Makes a token that may read the project's content, including drafts. Sanity shows it only once. */
export async function createViewer(context: Context, label: string): Promise<{ id: string; token: string }> {
  const resourceId = requireKey(context, 'SANITY_PROJECT_ID');
  const memberships = [{ resourceType: 'project', resourceId, roleNames: ['viewer'] }];
  const made = v.parse(Robot, await robots(context, '', { method: 'POST', json: { label, memberships } }));
  if (!made.token) throw new Error('Sanity has not shown the new token.');
  return { id: made.id, token: made.token };
}

/** Deletes the tokens with this label, except one. */
export async function deleteOthers(context: Context, label: string, keptId: string): Promise<void> {
  const found: v.InferOutput<typeof Robot>[] = [];
  let query: string | null = '';
  while (query !== null) {
    const page: v.InferOutput<typeof Robots> = v.parse(Robots, await robots(context, query));
    found.push(...page.data);
    query = page.nextCursor ? `?${new URLSearchParams({ nextCursor: page.nextCursor })}` : null;
  }
  for (const robot of found)
    if (robot.label === label && robot.id !== keptId)
      await robots(context, `/${robot.id}`, { method: 'DELETE' });
}

/**
 * Returns whether Sanity refuses a token that should read drafts, by trying it. A failure other
 * than a refusal says nothing about the token, and is thrown.
 */
export async function refusesViewer(context: Context, token: string): Promise<boolean> {
  const base = `https://${requireKey(context, 'SANITY_PROJECT_ID')}.api.sanity.io/v2025-02-19/data/query`;
  const query = new URLSearchParams({ query: '*[_type == "pass"][0]._id', perspective: 'drafts' });
  const response = await context.fetch(`${base}/${requireKey(context, 'SANITY_DATASET')}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
  if (response.ok) return false;
  if (response.status === 401 || response.status === 403) return true;
  throw new Error(`Sanity answers ${response.status} to a viewer’s token.`);
}
