import type { ErrorCode } from '#contract/errors.ts';
import type { SystemHealth } from '#contract/management-system.ts';
import { atom } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

export type HealthView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** `late` means that the last refresh failed. */
  | { state: 'ready'; health: SystemHealth; late: boolean };

/** Creates the store of the system's health, which is read again every minute while the page is visible. */
export function createHealth() {
  const $view = atom<HealthView>({ state: 'loading' });
  const { $busy, run } = createAction<{ state: 'failed' }>();

  /** Reads the system's health. Returns false if there was no answer. */
  async function read(): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await api.fetchHealth();
      const view = $view.get();
      if (answer.ok) $view.set({ state: 'ready', health: answer.value, late: false });
      else if (view.state === 'ready') $view.set({ ...view, late: true });
      else $view.set({ state: 'failed', code: answer.code });
      return answer.ok ? null : { state: 'failed' };
    });
    return !outcome;
  }

  function open(): () => void {
    void read();
    return refreshWhileVisible(read, () => staffTiming.REFRESH_MS);
  }

  return { $view, $busy, open, read };
}
