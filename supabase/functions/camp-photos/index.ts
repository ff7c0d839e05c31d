import { campPhotos, db, dbAs, env, now } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { db, dbAs, env, now, campPhotos }));
