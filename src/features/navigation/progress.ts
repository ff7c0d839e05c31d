import type { Query } from '#contract/database.ts';
import * as v from 'valibot';
import { fill } from '#domain/fill.ts';
import { readRows } from '#api/rpc.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { bookedOf } from './model.ts';

const Profiles = v.array(v.object({ credits_remaining: v.nullable(v.number()) }));

/** Shows the booked sessions in the sticky bar (spec 2 §2). Only a signed-in user has any. */
export async function showProgress(text: HTMLElement): Promise<void> {
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return;
  const query: Query = `profiles?select=credits_remaining&id=eq.${encodeURIComponent(session.userId)}`;
  const answer = await readRows(query, Profiles, session.token);
  const count = bookedOf(answer.ok ? (answer.value[0]?.credits_remaining ?? null) : null);
  if (count > 0) text.textContent = fill(text.dataset['progress'] ?? '', { count });
}
