import * as v from 'valibot';
import { hmac, toBase64 } from '../_shared/server/hmac.ts';
import { readText } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { sameSecret } from '../_shared/server/secret.ts';

const EVENT_LIMIT = 256 * 1024;
const TOLERANCE_SECONDS = 300;
const Json = v.pipe(v.string(), v.parseJson());

/**
 * Returns the event of a call that Resend signed, as Svix describes it (https://docs.svix.com). Fails with
 * `unauthorized` if the signature is wrong or more than five minutes old, and for every call while no secret is set.
 */
export async function readSigned(request: Request, webhookSecret: string | undefined): Promise<unknown> {
  const payload = await readText(request, EVENT_LIMIT);
  const header = (name: string) => request.headers.get(`svix-${name}`) ?? '';
  const [id, timestamp] = [header('id'), header('timestamp')];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (webhookSecret === undefined || id === '' || !/^\d+$/.test(timestamp) || age > TOLERANCE_SECONDS)
    throw new RefusalError({ code: 'unauthorized' });
  const key = Uint8Array.from(atob(webhookSecret.replace(/^whsec_/, '')), (byte) => byte.charCodeAt(0));
  const expected = `v1,${toBase64(await hmac('SHA-256', key, `${id}.${timestamp}.${payload}`))}`;
  // While a secret is replaced, calls are signed with both.
  const matches = await Promise.all(
    header('signature')
      .split(' ')
      .map((one) => sameSecret(one, expected)),
  );
  const event = v.safeParse(Json, payload);
  if (!matches.includes(true) || !event.success) throw new RefusalError({ code: 'unauthorized' });
  return event.output;
}
