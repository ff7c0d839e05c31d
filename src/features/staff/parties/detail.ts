import type { ErrorCode } from '#contract/errors.ts';
import type { PartyFields, PartyHealth, PartyDetails, StaffParty } from '#contract/management-parties.ts';
import { atom } from 'nanostores';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome =
  | {
      state: 'done';
      what: 'changed' | 'cancelled' | 'restored' | 'host_reminded' | 'guests_reminded' | 'settled';
      mails: number;
    }
  | { state: 'refused'; code: ErrorCode; field?: string };

/**
 * The health information of guests. Each read is logged, so it happens only on request. `of` is the id of one answer,
 * or null for all answers.
 */
export type Health =
  | { state: 'unread' | 'reading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'read'; of: string | null; lines: PartyHealth };

export function createPartyDetailsStore(onChanged: (party: StaffParty) => void) {
  const $health = atom<Health>({ state: 'unread' });
  const detail = createDetail<PartyDetails, ErrorCode, Outcome>({
    name: 'party',
    read: api.fetchParty,
    onRead: ({ party }) => onChanged(party),
  });
  const { act, $view } = detail;
  let openId: string | null = null;
  $view.listen((view) => {
    const id = view.state === 'closed' ? null : view.id;
    // The health information belongs to the party that was open before.
    if (id !== openId) $health.set({ state: 'unread' });
    openId = id;
  });

  /**
   * Saves a change and returns the answer for the form. Returns null if another action is running, or if another party
   * is open by now.
   */
  async function change(body: PartyFields, notify: boolean) {
    const answers: Awaited<ReturnType<typeof api.updateParty>>[] = [];
    const isDone = await act(async ({ party, updated_at }) => {
      const answer = await api.updateParty(party.party_id, body, updated_at, notify);
      answers.push(answer);
      return outcomeOf(answer, ({ notified }) => ({ state: 'done', what: 'changed', mails: notified }));
    });
    const [answer = null] = answers;
    return answer?.ok && !isDone ? null : answer;
  }
  const cancel = () =>
    act(async ({ party }) =>
      outcomeOf(await api.cancelParty(party.party_id), ({ notified }) => ({
        state: 'done',
        what: 'cancelled',
        mails: notified,
      })),
    );
  const restore = () =>
    act(async ({ party }) =>
      outcomeOf(await api.restoreParty(party.party_id), ({ notified }) => ({
        state: 'done',
        what: 'restored',
        mails: notified,
      })),
    );
  const remind = (recipients: 'host' | 'guests') =>
    act(async ({ party }) =>
      outcomeOf(await api.remindParty(party.party_id, recipients), ({ queued }) => ({
        state: 'done',
        what: `${recipients}_reminded`,
        mails: queued,
      })),
    );
  const settle = (id: string, other: string, validAnswer: 'this' | 'other' | 'both') =>
    act(async () =>
      outcomeOf(await api.settleAnswers(id, other, validAnswer), () => ({
        state: 'done',
        what: 'settled',
        mails: 0,
      })),
    );

  /** Reads the health information of one answer. If no id is given, reads that of all guests who are coming. */
  async function readHealth(answerId?: string): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready' || $health.get().state === 'reading') return;
    $health.set({ state: 'reading' });
    const answer = await (answerId === undefined
      ? api.readPartyHealth(view.id)
      : api.readAnswerHealth(answerId));
    // Another party was opened while this loaded, so the result is not shown.
    if (openId !== view.id) return;
    $health.set(
      answer.ok
        ? { state: 'read', of: answerId ?? null, lines: answer.value }
        : { state: 'failed', code: answer.code },
    );
  }

  return { ...detail, $health, change, cancel, restore, remind, settle, readHealth };
}
export type PartyDetailsStore = ReturnType<typeof createPartyDetailsStore>;
