import { Resend } from 'resend';
import { readText } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';

const EVENT_LIMIT = 256 * 1024;

/**
 * Returns the event of a call that Resend signed. Fails with `unauthorized` if the signature is wrong or more than five
 * minutes old, and for every call while no secret is set.
 */
export async function readSigned(request: Request, webhookSecret: string | undefined): Promise<unknown> {
  const payload = await readText(request, EVENT_LIMIT);
  const header = (name: string) => request.headers.get(name) ?? '';
  if (webhookSecret === undefined) throw new RefusalError({ code: 'unauthorized' });
  try {
    // Resend's client needs a key for calls, and this code makes none.
    return new Resend('none').webhooks.verify({
      payload,
      headers: {
        id: header('svix-id'),
        timestamp: header('svix-timestamp'),
        signature: header('svix-signature'),
      },
      webhookSecret,
    });
  } catch {
    throw new RefusalError({ code: 'unauthorized' });
  }
}
