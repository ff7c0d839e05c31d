import { background, db, env, handOn } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { background, db, env, handOn }));
