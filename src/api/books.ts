import { Discrepancies } from '#contract/management.ts';
import { asMember } from './as-member.ts';
import type { Answer } from './errors.ts';
import { callRpc } from './rpc.ts';

/**
 * One press of the button checks at most this many pieces of the books. The scheduled job checks
 * all of them.
 */
const PIECES_MAX = 5;
const GOES_ON = 'goes_on';

const readPiece = (after: string | null) =>
  asMember((token) => callRpc('reconcile_books', { p_after: after }, Discrepancies, token));

/**
 * Reads the discrepancies piece by piece. A row with the code `goes_on` has the start of the next piece as its
 * subject.
 */
export async function readDiscrepancies(): Promise<Answer<Discrepancies>> {
  const rows: Discrepancies = [];
  let after: string | null = null;
  for (let piece = 0; piece < PIECES_MAX; piece++) {
    const answer = await readPiece(after);
    if (!answer.ok) return answer;
    after = answer.value.find(({ rule }) => rule === GOES_ON)?.subject ?? null;
    rows.push(...answer.value.filter(({ rule }) => rule !== GOES_ON));
    if (after === null) break;
  }
  return { ok: true, value: rows };
}
