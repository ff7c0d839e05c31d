import { db, dbAs, env, lake, now, pictures } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { db, dbAs, env, lake, now, pictures }));
