import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import type { Deps } from '../_shared/server/deps.ts';
import { readText } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';

const DOCUMENT_LIMIT = 1024 * 1024;
/**
 * The age up to which a call is accepted. Sanity repeats a failed delivery for half an hour. A replayed call only
 * makes us read again, so this limit only prevents a stolen call from starting builds for ever.
 */
const OLDEST_MS = 60 * 60 * 1000;
const NEWEST_MS = 5 * 60 * 1000;

export async function readSigned(request: Request, { env, now }: Pick<Deps, 'env' | 'now'>): Promise<string> {
  const signature = request.headers.get(SIGNATURE_HEADER_NAME) ?? '';
  const body = await readText(request, DOCUMENT_LIMIT);
  if (!(await isValidSignature(body, signature, env.SANITY_WEBHOOK_SECRET)))
    throw new RefusalError({ code: 'unauthorized' });
  const age = now().getTime() - decodeSignatureHeader(signature).timestamp;
  if (age > OLDEST_MS || age < -NEWEST_MS) throw new RefusalError({ code: 'unauthorized' });
  return body;
}
