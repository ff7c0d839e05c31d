import type { ClassAttendance } from '#contract/attendance.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';
import * as api from './api.ts';
import { spans } from './model.ts';

type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; attendance: ClassAttendance };

/** The store reads the class of the session in the address, over the chosen number of weeks. */
export function createAttendance() {
  const $weeks = atom<number>(spans[0]);
  const $view = atom<View>({ state: 'loading' });
  let latestRequest = 0;

  async function load(): Promise<void> {
    const requestNumber = ++latestRequest;
    const session = new URLSearchParams(location.search).get('session') ?? '';
    if (!isUuid(session)) {
      $view.set({ state: 'failed', code: 'session_not_found' });
      return;
    }
    const answer = await api.fetchAttendance(session, $weeks.get());
    if (requestNumber !== latestRequest) return;
    $view.set(
      answer.ok ? { state: 'ready', attendance: answer.value } : { state: 'failed', code: answer.code },
    );
  }

  function show(weeks: number): void {
    const query = new URLSearchParams(location.search);
    query.set('weeks', String(weeks));
    history.replaceState(history.state, '', `${location.pathname}?${query.toString()}`);
    $weeks.set(weeks);
    void load();
  }

  function open(): void {
    const weeks = Number(new URLSearchParams(location.search).get('weeks'));
    $weeks.set(spans.find((span) => span === weeks) ?? spans[0]);
    void load();
  }

  return { $weeks, $view, open, load, show };
}
