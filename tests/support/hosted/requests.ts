/** Reads and checks the requests that the simulated services receive, and refuses wrong ones. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';

/** Makes a service's refusal. `npm run doctor` shows its status and message. */
export const refuse = (status: 400 | 401 | 403 | 404 | 422, message: string) =>
  new HTTPException(status, {
    res: Response.json({ message }, { status }),
  });

/** Reads a JSON body that must have exactly these fields. */
export async function readBody<T extends v.GenericSchema>(c: Context, schema: T): Promise<v.InferOutput<T>> {
  if (!c.req.header('content-type')?.startsWith('application/json'))
    throw refuse(422, 'The body is not JSON.');
  const parsed = v.safeParse(schema, await c.req.json());
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw refuse(422, `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}

/** Refuses requests without one of these keys in the Authorization header. */
export const requireBearer =
  (keys: () => string | string[]) => async (c: Context, next: () => Promise<void>) => {
    if (![keys()].flat().some((key) => c.req.header('authorization') === `Bearer ${key}`))
      throw refuse(401, 'Unauthorized');
    await next();
  };
