import type { CampReports, CampsWithReports, ReportChild } from '#contract/growth-reports.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { isUuid } from '#domain/uuid.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import * as api from './api.ts';
import { deleteDrafts, dropForeignDrafts, hasDrafts, keptSentences } from './drafts.ts';
import { headMessages, refusals, releaseMessages } from './messages.ts';
import type { FoundationText } from './model.ts';
import { readyToRelease } from './model.ts';

type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'camps'; camps: CampsWithReports }
  | { state: 'camp'; camp: CampReports };

const idIn = (search: string, name: string): string | null => {
  const id = new URLSearchParams(search).get(name) ?? '';
  return isUuid(id) ? id : null;
};

/**
 * Creates the store of the camps with growth reports. If the address names a camp, it reads the
 * camp's children.
 */
export function createGrowthReports(userId: string, content: readonly FoundationText[]) {
  const $view = atom<View>({ state: 'loading' });
  const $childId = atom<string | null>(null);
  const { $busy, $outcome, run } = createAction();
  let latestRequest = 0;

  async function load(): Promise<void> {
    const requestNumber = ++latestRequest;
    const id = campId();
    const answer = id === null ? await api.fetchCamps() : await api.fetchReports(id);
    if (requestNumber !== latestRequest) return;
    if (!answer.ok) {
      // What is on the screen stays there while a device is offline.
      if ($view.get().state !== 'camp') $view.set({ state: 'failed', code: answer.code });
    } else if ('list' in answer.value) $view.set({ state: 'camp', camp: answer.value });
    else $view.set({ state: 'camps', camps: answer.value });
  }

  const readChild = () => $childId.set(idIn(location.search, 'child'));

  function open(): () => void {
    dropForeignDrafts(userId);
    readChild();
    void load();
    addEventListener('popstate', readChild);
    return () => removeEventListener('popstate', readChild);
  }

  /** Opens a child, or the list of all children. `message` says what was done before. */
  function show(childId: string | null, message: Message | null = null): void {
    const query = new URLSearchParams(location.search);
    if (childId === null) query.delete('child');
    else query.set('child', childId);
    history.pushState(null, '', `${location.pathname}?${query.toString()}`);
    $outcome.set(message);
    readChild();
    scrollTo({ top: 0 });
  }

  /** Shows a report that was saved, without reading all of them again. */
  function update(childId: string, report: ReportChild['report']): void {
    const view = $view.get();
    if (view.state !== 'camp') return;
    const list = view.camp.list.map((child) => (child.child_id === childId ? { ...child, report } : child));
    $view.set({ state: 'camp', camp: { ...view.camp, list } });
  }

  const campId = () => idIn(location.search, 'camp');
  const hasUnsent = () => hasDrafts(userId, campId());
  /** Returns what was typed for the camp of the address and can no longer be sent. */
  const unsentSentences = () => {
    const id = campId();
    return id === null ? [] : keptSentences(userId, id);
  };
  function deleteUnsent(): void {
    const id = campId();
    if (id !== null) deleteDrafts(userId, id);
  }

  const releaseAll = (camp: CampReports) =>
    run(async () => {
      const answer = await api.releaseReports(
        readyToRelease(camp).map(({ report: { id, version } }) => ({ id, version })),
      );
      await load();
      return answer.ok
        ? { tone: 'calm', text: releaseMessages.done(answer.value.released) }
        : { tone: 'bad', text: await errorText(answer.code, refusals) };
    });

  const nameHead = (coachId: string, isHead: boolean) =>
    run(async () => {
      const answer = await api.setHeadCoach(coachId, isHead);
      await load();
      return answer.ok
        ? null
        : { tone: 'bad', text: await errorText(answer.code, { not_allowed: headMessages.businessOnly }) };
    });

  return {
    userId,
    content,
    $view,
    $childId,
    $busy,
    $outcome,
    open,
    load,
    show,
    update,
    hasUnsent,
    unsentSentences,
    deleteUnsent,
    releaseAll,
    nameHead,
  };
}
export type GrowthReports = ReturnType<typeof createGrowthReports>;
