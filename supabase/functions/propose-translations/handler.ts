import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { readJson } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { answerMember } from '../_shared/server/studio-members.ts';
import { createTranslator, type Translator } from '../_shared/server/translator.ts';

/** The number of texts is small enough for one call of the provider, and for an editor to read. */
const MAX_TEXTS = 20;
const Body = v.object({
  texts: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(2000))),
    v.minLength(1),
    v.maxLength(MAX_TEXTS),
  ),
});

/**
 * Proposes Chinese texts to the editors of Studio (`answerMember`). GET answers with `{ on }`, which says whether
 * there is a key. POST `{ texts }` answers with `{ proposals }` in the same order. A proposal is null if none fits.
 * Nothing is stored here. Studio puts a proposal into a draft, which cannot be published before somebody has read it.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'env' | 'lake'>,
  translator: Translator | null = createTranslator(deps.env),
): Promise<Response> {
  const read = async () => {
    if (request.method === 'GET' || !translator) return { on: translator !== null };
    const { texts } = await readJson(request, Body, MAX_TEXTS * 2000 * 4);
    return { proposals: await translator.propose(texts) };
  };
  // If there is no provider, Sanity need not be asked who calls.
  const before = () => {
    if (request.method === 'POST' && !translator) throw new RefusalError({ code: 'not_allowed' });
  };
  return answerMember(request, deps, 'translations', read, { methods: ['GET', 'POST'], before });
}
