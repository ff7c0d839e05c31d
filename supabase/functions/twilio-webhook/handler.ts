import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readText } from '../_shared/server/http.ts';
import { hmac, toBase64 } from '../_shared/server/hmac.ts';
import { twilioCallback, twilioReason } from '../_shared/server/phone/twilio.ts';
import { mustNotRefuse, RefusalError } from '../_shared/server/refusal.ts';
import { sameSecret } from '../_shared/server/secret.ts';

const BODY_LIMIT = 16 * 1024;

const Report = v.object({
  MessageSid: v.pipe(v.string(), v.regex(/^SM[0-9a-f]{32}$/)),
  MessageStatus: v.string(),
  ErrorCode: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))),
});
const types: Partial<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Records what became of SMS (docs/decisions "WhatsApp and text messages"). Repeated or unordered reports lead to the
 * same result, so a replayed call does no harm.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'env' | 'now'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const { db, env, now } = deps;
    const fields = new URLSearchParams(await readText(request, BODY_LIMIT));
    const id = new URL(request.url).searchParams.get('id') ?? '';
    // Twilio signs the address that it was given, and we give no other address.
    const text = twilioCallback(env, id) + [...fields].toSorted(byName).flat().join('');
    const expected = env.TWILIO_AUTH_TOKEN && toBase64(await hmac('SHA-1', env.TWILIO_AUTH_TOKEN, text));
    if (!expected || !(await sameSecret(request.headers.get('x-twilio-signature') ?? '', expected)))
      throw new RefusalError({ code: 'unauthorized' });
    const parsed = v.safeParse(Report, Object.fromEntries(fields));
    const type = parsed.success ? types[parsed.output.MessageStatus] : undefined;
    if (!parsed.success || !type || !UUID.test(id)) return { result: 'ignored' };
    const { MessageSid, ErrorCode } = parsed.output;
    await mustNotRefuse(
      db.rpc('note_phone_event', {
        p_channel: 'sms',
        p_type: type,
        // Twilio's reports have no time.
        p_at: now().toISOString(),
        p_id: id,
        p_provider_id: MessageSid,
        p_reason: type === 'failed' ? twilioReason(ErrorCode ?? 0) : null,
        p_error: ErrorCode === undefined ? null : `${ErrorCode}`,
      }),
    );
    return { result: type };
  });
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0);
