import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readText } from '../_shared/server/http.ts';
import { hmac, toHex } from '../_shared/server/hmac.ts';
import { whatsappReason } from '../_shared/server/phone/whatsapp.ts';
import { mustNotRefuse, RefusalError } from '../_shared/server/refusal.ts';
import { sameSecret } from '../_shared/server/secret.ts';

/** The limit is the size of Meta's largest notification. */
const BODY_LIMIT = 3 * 1024 * 1024;

const Status = v.object({
  id: v.string(),
  status: v.string(),
  /** Seconds since 1970. */
  timestamp: v.pipe(v.string(), v.regex(/^\d{1,11}$/), v.transform(Number)),
  biz_opaque_callback_data: v.optional(v.string()),
  errors: v.optional(
    v.array(v.object({ code: v.number(), title: v.optional(v.string()), message: v.optional(v.string()) })),
    [],
  ),
});
const Change = v.object({
  field: v.literal('messages'),
  value: v.object({
    metadata: v.object({ phone_number_id: v.string() }),
    statuses: v.optional(v.array(v.unknown()), []),
  }),
});
const Notification = v.object({
  object: v.literal('whatsapp_business_account'),
  entry: v.array(v.object({ changes: v.array(v.unknown()) })),
});
const types = new Set(['sent', 'delivered', 'read', 'failed']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Records what became of WhatsApp messages (docs/decisions "WhatsApp and text messages"). A GET answers Meta's
 * challenge. A POST answers `{ noted }`, or 401 if it lacks the signature of our app. Repeated or unordered reports
 * lead to the same result. What parents write to us is not read.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'env'>): Promise<Response> {
  return answer(
    request,
    deps.env.SITE_URL,
    () => (request.method === 'GET' ? challenge(request, deps) : takeReports(request, deps)),
    ['GET', 'POST'],
  );
}

async function challenge(request: Request, { env }: Pick<Deps, 'env'>): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const isOurs =
    query.get('hub.mode') === 'subscribe' &&
    env.WHATSAPP_VERIFY_TOKEN !== undefined &&
    (await sameSecret(query.get('hub.verify_token') ?? '', env.WHATSAPP_VERIFY_TOKEN));
  const text = query.get('hub.challenge') ?? '';
  // The challenge may contain only digits and letters, so that nobody can make this address answer with a text of
  // their own.
  if (!isOurs || !/^\w{1,100}$/.test(text)) throw new RefusalError({ code: 'unauthorized' });
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

async function takeReports(request: Request, { db, env }: Pick<Deps, 'db' | 'env'>): Promise<unknown> {
  const body = await readText(request, BODY_LIMIT);
  if (env.WHATSAPP_APP_SECRET === undefined) throw new RefusalError({ code: 'unauthorized' });
  const expected = `sha256=${toHex(await hmac('SHA-256', env.WHATSAPP_APP_SECRET, body))}`;
  if (!(await sameSecret(request.headers.get('x-hub-signature-256') ?? '', expected)))
    throw new RefusalError({ code: 'unauthorized' });
  const statuses = statusesOf(body, env.WHATSAPP_PHONE_NUMBER_ID);
  for (const { id, status, timestamp, biz_opaque_callback_data: ours = '', errors } of statuses) {
    const [error] = errors;
    await mustNotRefuse(
      db.rpc('note_phone_event', {
        p_channel: 'whatsapp',
        p_type: status,
        p_at: new Date(timestamp * 1000).toISOString(),
        p_id: UUID.test(ours) ? ours : null,
        p_provider_id: id,
        p_reason: error ? whatsappReason(error.code) : null,
        p_error: error ? `${error.code}: ${error.title ?? error.message ?? ''}` : null,
      }),
    );
  }
  return { noted: statuses.length };
}

/** Returns the statuses of a notification. It is signed, so unknown shapes belong to reports that we do not need. */
function statusesOf(body: string, numberId: string | undefined): v.InferOutput<typeof Status>[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Notification), body);
  if (!parsed.success) return [];
  return parsed.output.entry
    .flatMap(({ changes }) => changes)
    .flatMap((change) => {
      const parsedChange = v.safeParse(Change, change);
      // An account may have several numbers. Reports about the other numbers are ignored.
      return parsedChange.success && parsedChange.output.value.metadata.phone_number_id === numberId
        ? parsedChange.output.value.statuses
        : [];
    })
    .flatMap((status) => {
      const parsedStatus = v.safeParse(Status, status);
      return parsedStatus.success && types.has(parsedStatus.output.status) ? [parsedStatus.output] : [];
    });
}
