import * as v from 'valibot';
import { Knowledge, ModelQuestion, type ModelAnswer, type Passage } from '../_shared/contract/assistant.ts';
import { hasChinese } from '../_shared/contract/chinese-questions.ts';
import { isDanger } from '../_shared/contract/danger.ts';
import { namesIllness, handOverReasonOf } from '../_shared/contract/hand-over.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { writeLog } from '../_shared/server/log.ts';
import { forwardedHeaders } from '../_shared/server/forwarded-headers.ts';
import { compose, tokenLimits, type ComposedAnswer } from './compose.ts';
import { termsOf } from './words.ts';

/**
 * The time that the model has. It is slightly less than the browser waits (`timing.MODEL_WAIT_MS`), because a later
 * answer is not shown.
 */
const PATIENCE_MS = 2_300;
/** How long the published passages are cached. They change only with a build of the site. */
const FRESH_MS = 60_000;
const Claim = v.object({ claim: v.nullable(v.string()), why: v.nullable(v.string()) });

type Needs = Pick<Deps, 'db' | 'env' | 'model' | 'now'>;

/**
 * Answers a question with the model. The answer is null if there is no key, if the spending cap is reached, if the
 * model is too late, or if a claim has no source. Neither the question nor the answer is saved or logged.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  const work = async () => {
    if (request.method === 'GET') return { on: deps.model !== null };
    return { answer: await answerOf(await readJson(request, ModelQuestion), request, deps) };
  };
  return answer(request, deps.env.SITE_URL, work, ['GET', 'POST']);
}

type Answer = v.InferOutput<typeof ModelAnswer>['answer'];

async function answerOf(modelQuestion: ModelQuestion, request: Request, deps: Needs): Promise<Answer> {
  const { model, db, env, now } = deps;
  const { question, parts } = modelQuestion;
  // Staff answer these questions, so no model is asked. The database checks again for personal data, which cannot be
  // cut out of a Chinese question.
  if (!model || hasChinese(question) || isDanger(question) || namesIllness(question)) return null;
  if (handOverReasonOf(question.toLowerCase().replace(/[^a-z0-9 ]/g, ''))) return null;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let claim: string | null = null;
  let composed: ComposedAnswer | null = null;
  try {
    const { passages: published, voice } = await publishedAt(env.SITE_URL, now());
    // The best passages come first, as in the search.
    const passages = modelQuestion.passages.flatMap((id) => published.filter((passage) => passage.id === id));
    if (!isAbout(question, passages)) return null;
    const claimed = await db.rpc('claim_model_answer', {
      p_model: model.name,
      p_input: tokenLimits.input,
      p_output: tokenLimits.output,
      p_question: question,
      p_headers: forwardedHeaders(request),
    });
    const { why, ...got } = v.parse(Claim, claimed);
    claim = got.claim;
    if (claim === null) writeLog(why === 'price' ? 'warning' : 'info', 'assistant', { refused: why });
    if (claim === null) return null;
    const currentOffers = async (part: string) =>
      v.parse(v.array(v.string()), await db.rpc('get_assistant_facts', { p_part: part }));
    composed = await compose({ question, passages, parts, voice }, { model, currentOffers, signal });
    if (!composed.answer) writeLog('info', 'assistant', { dropped: composed.why });
    return composed.answer;
  } catch (error) {
    // The search answers instead. A model that fails or is slow is not our fault, and its message may quote the
    // question.
    writeLog('warning', 'assistant', { failed: error instanceof Error ? error.constructor.name : 'unknown' });
    return null;
  } finally {
    // If a call did not finish, its whole reserved amount counts, because it may have cost that much.
    if (claim !== null && composed) await settle(claim, composed.tokens, db);
  }
}

const settle = (claim: string, { input, output }: ComposedAnswer['tokens'], db: Needs['db']) =>
  db
    .rpc('settle_model_answer', { p_claim: claim, p_input: input, p_output: output })
    .catch(() => writeLog('warning', 'assistant', { failed: 'settling' }));

/** Returns whether the passages contain any term of the question. Otherwise the question is outside the programme. */
function isAbout(question: string, passages: readonly Passage[]): boolean {
  const terms = termsOf(question);
  return passages.some(({ title, text, searchPhrases: wordings = [] }) => {
    const passageTerms = new Set(termsOf([title, text, ...wordings].join(' ')));
    return terms.some((term) => passageTerms.has(term));
  });
}

type Published = Pick<Knowledge, 'passages' | 'voice'>;
let cached: { at: number; site: string; published: Published } | null = null;

/**
 * Returns the passages that are on the site now, never those of the caller. Returns none while the assistant is
 * switched off.
 */
async function publishedAt(site: string, now: Date): Promise<Published> {
  if (cached?.site === site && now.getTime() - cached.at < FRESH_MS) return cached.published;
  const response = await fetch(`${site}/fragments/assistant.json`, { signal: AbortSignal.timeout(2_000) });
  const file = v.parse(v.nullable(Knowledge), await response.json());
  const passages = (file?.passages ?? []).filter(({ kind }) => kind !== 'written');
  const published = { passages, voice: file?.voice ?? '' };
  cached = { at: now.getTime(), site, published };
  return published;
}
