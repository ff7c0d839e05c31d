import * as v from 'valibot';
import { MessageDraft, type MessagePreview } from '../_shared/contract/management-messages.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { renderMail } from '../_shared/server/mails/render.ts';
import { secured } from '../_shared/server/secured.ts';

const Body = v.object({ message: MessageDraft });

/**
 * Renders the mail of a message without sending it. Fails with `not_allowed`, `rate_limited`, `invalid_input`,
 * `session_not_found` or `camp_not_found`.
 */
export function handler(request: Request, deps: Pick<Deps, 'dbAs' | 'env'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const { db } = await secured(request, deps, {
      endpoint: 'messages',
      roles: ['admin', 'business_admin'],
      table: 'messages',
      access: 'preview',
    });
    const { message } = await readJson(request, Body);
    const payload = await db.rpc('preview_message', { p_message: message });
    const { subject, html } = await renderMail('message', payload, deps.env.SITE_URL, deps.env.SUPABASE_URL);
    return { subject, html } satisfies MessagePreview;
  });
}
