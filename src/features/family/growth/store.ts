import type { FamilyGrowthReport, NextSuggestion } from '#contract/growth-reports.ts';
import { atom } from 'nanostores';
import * as api from './api.ts';
import { reportOf } from './model.ts';

type View =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; reports: readonly FamilyGrowthReport[] };

/** The growth reports of the family. They are read on each visit and never saved in the browser. */
export function createGrowth() {
  const $view = atom<View>({ state: 'loading' });
  const $id = atom<string | null>(null);
  /** What the child of the shown report could do next. It is null if nothing fits, or if it did not load. */
  const $suggestion = atom<{ childId: string; next: NextSuggestion } | null>(null);

  async function suggest(): Promise<void> {
    const view = $view.get();
    const childId = view.state === 'ready' ? reportOf(view.reports, $id.get())?.child_id : undefined;
    if (childId === undefined) return;
    const answer = await api.readSuggestion(childId);
    const next = answer.ok ? answer.value.suggestion : null;
    $suggestion.set(next && { childId, next });
  }

  async function load(): Promise<void> {
    $view.set({ state: 'loading' });
    const answer = await api.readReports();
    $view.set(answer.ok ? { state: 'ready', reports: answer.value } : { state: 'failed' });
    await suggest();
  }

  const readAddress = () => $id.set(new URLSearchParams(location.search).get('report'));

  function open(): () => void {
    readAddress();
    void load();
    const back = () => {
      readAddress();
      void suggest();
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }

  function show(id: string): void {
    history.pushState(null, '', `${location.pathname}?report=${id}`);
    $id.set(id);
    scrollTo({ top: 0 });
    void suggest();
  }

  return { $view, $id, $suggestion, open, load, show };
}
export type Growth = ReturnType<typeof createGrowth>;
