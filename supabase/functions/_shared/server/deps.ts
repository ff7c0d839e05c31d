import type Stripe from 'stripe';
import type { AuthAdmin } from './auth-admin.ts';
import type { Background } from './background.ts';
import type { ContentLake } from './content-lake.ts';
import type { Db } from './db.ts';
import type { Env } from './env.ts';
import type { Forwarder } from './forward-events.ts';
import type { Mailer } from './mail.ts';
import type { Model } from './model.ts';
import type { Photos } from './photos.ts';
import type { PhoneSenders } from './phone/sender.ts';
import type { Outgoing } from './webhooks.ts';

/**
 * The outside services that handlers use. A function passes those of adapters.ts, and a test passes
 * its own.
 */
export interface Deps {
  env: Env;
  db: Db;
  dbAs: (token: string) => Db;
  stripe: Stripe;
  mail: Mailer;
  phones: PhoneSenders;
  lake: ContentLake;
  handOn: Forwarder | null;
  photos: Photos;
  model: Model | null;
  pictures: Photos;
  campPhotos: Photos;
  authAdmin: AuthAdmin;
  outgoing: Outgoing;
  background: Background;
  now: () => Date;
}
