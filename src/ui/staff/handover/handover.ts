import { atom } from 'nanostores';

interface Duty {
  kind: 'session' | 'camp';
  title: string;
  location: string;
  starts_at: string;
  ends_at: string;
  is_on: boolean;
}
/** What a coach still has to do, and who can take it over. */
export interface Duties {
  sessions: number;
  camps: number;
  templates: number;
  next: readonly Duty[];
  others: readonly { id: string; name: string }[];
  clashes: readonly Omit<Duty, 'kind' | 'is_on'>[];
}
type FetchDuties = (to: string | null) => Promise<{ ok: true; value: Duties } | { ok: false; code: string }>;

type HandoverView =
  | { state: 'loading' }
  | { state: 'failed'; code: string }
  /** `to` is undefined until somebody chooses. Null means that there is no substitute. */
  | { state: 'ready'; duties: Duties; to: string | null | undefined };

export const hasDuties = ({ sessions, camps, templates }: Duties): boolean =>
  sessions + camps + templates > 0;

/** Creates the store for a coach who stops. Somebody decides who takes over the coach's sessions before that. */
export function createHandover(fetchDuties: FetchDuties) {
  const $view = atom<HandoverView>({ state: 'loading' });

  async function read(): Promise<void> {
    $view.set({ state: 'loading' });
    const answer = await fetchDuties(null);
    $view.set(
      answer.ok
        ? { state: 'ready', duties: answer.value, to: undefined }
        : { state: 'failed', code: answer.code },
    );
  }

  async function choose(to: string | null | undefined): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    $view.set({ ...view, to, duties: { ...view.duties, clashes: [] } });
    if (typeof to !== 'string') return;
    const answer = await fetchDuties(to);
    const now = $view.get();
    if (answer.ok && now.state === 'ready' && now.to === to) $view.set({ ...now, duties: answer.value });
  }

  return { $view, read, choose };
}
export type Handover = ReturnType<typeof createHandover>;
