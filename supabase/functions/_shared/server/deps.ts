import type Stripe from 'stripe';
import { type Background, background } from './background.ts';
import { createDb, createDbAs, type Db } from './db.ts';
import type { Env } from './env.ts';
import { createForwarder, type Forwarder } from './forward-events.ts';
import { createContentLake, type ContentLake } from './content-lake.ts';
import { createMailer, type Mailer } from './mail.ts';
import { createModel, type Model } from './model.ts';
import { createPayments } from './payments.ts';
import { createPhotos, type Photos } from './photos.ts';
import type { PhoneSenders } from './phone/sender.ts';
import { createTwilio } from './phone/twilio.ts';
import { createWhatsapp } from './phone/whatsapp.ts';

/** The outside services that handlers use. Tests pass their own. */
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
  background: Background;
  now: () => Date;
}

export function createDeps(env: Env): Deps {
  return {
    env,
    db: createDb(env),
    dbAs: (token) => createDbAs(env, token),
    stripe: createPayments(env),
    mail: createMailer(env),
    phones: { whatsapp: createWhatsapp(env), sms: createTwilio(env) },
    lake: createContentLake(env),
    handOn: createForwarder(env),
    photos: createPhotos(env, 'child-photos'),
    pictures: createPhotos(env, 'pictures'),
    model: createModel(env),
    background,
    now: () => new Date(),
  };
}
