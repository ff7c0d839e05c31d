import type { ErrorCode } from '#contract/errors.ts';
import { FamilyDashboard } from '#contract/family.ts';
import { atom } from 'nanostores';
import { isReload } from '#browser/is-reload.ts';
import { cacheFamily, expireCachedFamily, readCachedFamily } from '#browser/cached-family.ts';
import { refreshSession } from '#browser/session.ts';
import * as timing from '#config/timing.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * The signed-in user's family, which all islands of a page share. `at` is the time in milliseconds at which it was
 * read.
 */
export type FamilyView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | {
      state: 'ready';
      family: FamilyDashboard;
      at: number;
      /**
       * True if the data come from this browser's storage, which does not have the names of the people who may
       * collect.
       */
      isSaved: boolean;
      /**
       * `coming` means that the shown data are old and are being read again. An error code means
       * that reading them failed.
       */
      news: 'none' | 'coming' | ErrorCode;
    };

export const $family = atom<FamilyView>({ state: 'loading' });

let opening: Promise<void> | undefined;

/**
 * Shows saved data at once (spec 1 §9). Then it reads the family again, because a payment or the other parent may have
 * changed it.
 */
export function openFamily(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open(): Promise<void> {
  const session = refreshSession();
  const cached = session.state === 'signed_in' ? readCachedFamily(session.userId) : null;
  if (!cached) return readFamily();
  const isFresh = Date.now() - cached.at < timing.FAMILY_FRESH_MS && !isReload();
  $family.set({ state: 'ready', ...cached, isSaved: true, news: isFresh ? 'none' : 'coming' });
  await readFamily();
}

/** True if a list that is empty in the saved data may still have entries, so the screen must not say "none" yet. */
export const isAwaited = (view: FamilyView, list: readonly unknown[]): boolean =>
  view.state === 'ready' &&
  list.length === 0 &&
  view.isSaved &&
  (view.news === 'none' || view.news === 'coming');

/** Reads the family. If that fails, tries once more (spec 1 §9). Until then, the page still shows what it had. */
export async function readFamily(): Promise<void> {
  expireCachedFamily();
  const first = await askFamily();
  const isDead = !first.ok && first.code === 'unexpected';
  if (isDead) await new Promise((resolve) => setTimeout(resolve, timing.FAMILY_RETRY_MS));
  const answer = isDead ? await askFamily() : first;
  const shown = $family.get();
  if (answer.ok) {
    const at = Date.now();
    const family = answer.value;
    cacheFamily(family.me.id, family, at);
    $family.set({ state: 'ready', family, at, isSaved: false, news: 'none' });
  } else if (shown.state === 'ready') $family.set({ ...shown, news: answer.code });
  else $family.set({ state: 'failed', code: answer.code });
}

export async function retryFamily(): Promise<void> {
  if ($family.get().state !== 'ready') $family.set({ state: 'loading' });
  await readFamily();
}

const askFamily = () => asMember((token) => callRpc('get_family_dashboard', {}, FamilyDashboard, token));

/** Returns the current time in milliseconds by the server's calendar, which a demo may shift. */
export const calendarNow = ({ family, at }: { family: FamilyDashboard; at: number }): number =>
  Date.parse(family.now) + (Date.now() - at);
