import { createAuthAdmin } from './auth-admin.ts';
import { createContentLake } from './content-lake.ts';
import { createDb, createDbAs } from './db.ts';
import type { Deps } from './deps.ts';
import { readEnv } from './env.ts';
import { createForwarder } from './forward-events.ts';
import { createMailer } from './mail.ts';
import { createTwilio } from './phone/twilio.ts';
import { createWhatsapp } from './phone/whatsapp.ts';
import { createPhotos } from './photos.ts';

/** The environment is read when a function loads. If anything is missing, no function starts. */
export const env = readEnv((name) => Deno.env.get(name));

// A function imports only the adapters that it uses. The PURE marks let the bundler leave out the others. An adapter
// with a large library is in its own module, so that the other functions do not load that library.
export const db = /* @__PURE__ */ createDb(env);
export const dbAs = (token: string) => createDbAs(env, token);
export const mail = /* @__PURE__ */ createMailer(env);
export const phones: Deps['phones'] = {
  whatsapp: /* @__PURE__ */ createWhatsapp(env),
  sms: /* @__PURE__ */ createTwilio(env),
};
export const lake = /* @__PURE__ */ createContentLake(env);
export const handOn = /* @__PURE__ */ createForwarder(env);
export const photos = /* @__PURE__ */ createPhotos(env, 'child-photos');
export const pictures = /* @__PURE__ */ createPhotos(env, 'pictures');
export const campPhotos = /* @__PURE__ */ createPhotos(env, 'camp-photos');
export const authAdmin = /* @__PURE__ */ createAuthAdmin(env);
export const now = () => new Date();
export { background } from './background.ts';
