import * as v from 'valibot';
import { Knowledge, ModelQuestion, type Passage } from '../_shared/contract/assistant.ts';
import { reasonOf } from '../_shared/contract/hand-over.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { logFault, writeLog } from '../_shared/server/log.ts';
import { compose, type Composed } from './compose.ts';

/** Longer nobody waits: the search answers. */
const PATIENCE_MS = 6_000;
/** What is published changes with a build of the site. */
const FRESH_MS = 60_000;
const Claim = v.object({ claim: v.nullable(v.string()) });

type Needs = Pick<Deps, 'db' | 'env' | 'model' | 'now'>;

/**
 * An answer of a language model, from the passages that the browser's search found and from the till. GET answers `{ on }`:
 * is there a key? POST a `ModelQuestion`, answers a `ModelAnswer`: null without a key, beyond the caps in money, too
 * late, for a person, or where a number in it stands nowhere. Refuses `invalid_input`. Keeps and logs no question.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  const work = async () => {
    if (request.method === 'GET') return { on: deps.model !== null };
    const { question, passages } = await readJson(request, ModelQuestion);
    return { answer: await answerOf(question, passages, request, deps) };
  };
  return answer(request, deps.env.SITE_URL, work, ['GET', 'POST']);
}

async function answerOf(question: string, ids: readonly string[], request: Request, { model, db, env, now }: Needs) {
  if (!model || reasonOf(question.toLowerCase().replace(/[^a-z0-9 ]/g, '')) !== null) return null;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let composed: Composed | null = null;
  let claim: string | null = null;
  try {
    const passages = (await publishedAt(env.SITE_URL, now())).filter(({ id }) => ids.includes(id));
    if (passages.length === 0) return null;
    const asked = await db.rpc('claim_model_answer', { p_question: question, p_headers: toldOf(request) });
    ({ claim } = v.parse(Claim, asked));
    if (claim === null) return null;
    composed = await compose({ question, passages }, { model, db, signal });
    if (!composed.answer) {
      writeLog('info', 'assistant', { dropped: composed.why });
      return null;
    }
    const { text, passages: used } = composed.answer;
    return { text, sources: used.map(({ where, href }) => ({ where, href })) };
  } catch (error) {
    // The search answers; a model that is down is no fault of ours, and no parent's trouble.
    logFault('assistant', error instanceof Error ? error.name : 'unknown');
    return null;
  } finally {
    // What broke off on the way keeps its whole claim: it may have cost that.
    if (claim !== null && composed)
      await db
        .rpc('settle_model_answer', { p_claim: claim, p_input: composed.tokens.input, p_output: composed.tokens.output })
        .catch((error: unknown) => logFault('assistant', error));
  }
}

let known: { at: number; passages: Passage[] } | null = null;

/** What stands on the site now. Passages come from there and never from who asks. */
async function publishedAt(site: string, now: Date): Promise<Passage[]> {
  if (known && now.getTime() - known.at < FRESH_MS) return known.passages;
  const response = await fetch(`${site}/fragments/assistant.json`, { signal: AbortSignal.timeout(3_000) });
  const { passages } = v.parse(Knowledge, await response.json());
  known = { at: now.getTime(), passages };
  return passages;
}

/** The database knows which header has the address; it keeps a fingerprint for a day. */
const toldOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    [...request.headers].filter(([name]) => !/^(authorization|apikey|cookie|content-.*)$/.test(name)),
  );
