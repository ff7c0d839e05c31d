import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { MAIL_TAG } from '../_shared/server/mail.ts';
import { mustNotRefuse } from '../_shared/server/refusal.ts';
import { readSigned } from './signature.ts';

const Event = v.object({
  type: v.string(),
  created_at: v.string(),
  data: v.object({
    to: v.optional(v.array(v.string()), []),
    tags: v.optional(v.record(v.string(), v.string()), {}),
    bounce: v.optional(v.object({ message: v.optional(v.string()), subType: v.optional(v.string()) })),
    suppressed: v.optional(v.object({ message: v.optional(v.string()) })),
  }),
});
type Event = v.InferOutput<typeof Event>;

/**
 * The events that we need. Opened mails are not reported, because Resend would add a tracking image to families' mails
 * for that.
 */
const types: Partial<Record<string, 'delivered' | 'delayed' | 'bounced' | 'complained'>> = {
  'email.delivered': 'delivered',
  // Resend tries to send this mail again, and reports the end.
  'email.delivery_delayed': 'delayed',
  'email.bounced': 'bounced',
  // Resend did not try to send this mail, because an earlier mail to this address had bounced.
  'email.suppressed': 'bounced',
  'email.complained': 'complained',
};

/**
 * Records what became of mails (docs/decisions "Mails that come back"). After a 500, Resend repeats its report.
 * Repeated or unordered reports lead to the same result.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'env'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const body = await readSigned(request, deps.env.RESEND_WEBHOOK_SECRET);
    const parsed = v.safeParse(Event, body);
    // The report is signed. If its shape is unknown, it belongs to an event that we do not need.
    const type = parsed.success ? types[parsed.output.type] : undefined;
    if (!parsed.success || !type) return { result: 'ignored' };
    await mustNotRefuse(note(type, parsed.output, deps));
    return { result: type };
  });
}

async function note(type: string, { created_at, data }: Event, { db }: Pick<Deps, 'db'>): Promise<void> {
  const mailId = data.tags[MAIL_TAG] ?? '';
  const reason = data.bounce?.message ?? data.bounce?.subType ?? data.suppressed?.message ?? null;
  const at = new Date(created_at);
  for (const recipient of data.to) {
    const email = /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient.trim();
    if (Number.isNaN(at.getTime()) || !email.includes('@')) continue;
    await db.rpc('note_mail_event', {
      p_type: type,
      p_at: at.toISOString(),
      p_mail_id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mailId) ? mailId : null,
      p_email: email,
      p_reason: reason,
    });
  }
}
