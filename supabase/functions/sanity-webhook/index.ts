import { db, env, lake, now } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { db, env, lake, now }));
