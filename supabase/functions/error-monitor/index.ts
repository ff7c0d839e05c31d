import {
  background,
  campPhotos,
  db,
  env,
  handOn,
  lake,
  mail,
  now,
  phones,
  photos,
  pictures,
} from '../_shared/server/adapters.ts';
import { outgoing } from '../_shared/server/webhooks.ts';
import { stripe } from '../_shared/server/stripe-adapter.ts';
import { handler } from './handler.ts';

Deno.serve((request) =>
  handler(request, {
    background,
    campPhotos,
    db,
    env,
    handOn,
    lake,
    mail,
    now,
    outgoing,
    phones,
    photos,
    pictures,
    stripe,
  }),
);
