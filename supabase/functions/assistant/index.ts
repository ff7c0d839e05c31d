import { db, env, now } from '../_shared/server/adapters.ts';
import { createModel } from '../_shared/server/model.ts';
import { handler } from './handler.ts';

const model = createModel(env);
Deno.serve((request) => handler(request, { db, env, model, now }));
