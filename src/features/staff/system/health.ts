import type { ErrorCode } from '#contract/errors.ts';
import type { SystemHealth } from '#contract/management-system.ts';
import { atom } from 'nanostores';
import { staffTiming } from '../../../config/staff.ts';
import * as api from './api.ts';

export type HealthView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** `late`: it could not be read anew since. */
  | { state: 'ready'; health: SystemHealth; late: boolean };

/** How the system does: read again every minute while somebody looks. */
export function createHealth() {
  const $view = atom<HealthView>({ state: 'loading' });
  const $busy = atom(false);

  async function read(): Promise<void> {
    if ($busy.get()) return;
    $busy.set(true);
    const answer = await api.fetchHealth();
    const shown = $view.get();
    if (answer.ok) $view.set({ state: 'ready', health: answer.value, late: false });
    else if (shown.state === 'ready') $view.set({ ...shown, late: true });
    else $view.set({ state: 'failed', code: answer.code });
    $busy.set(false);
  }

  function open(): () => void {
    void read();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read();
    }, staffTiming.REFRESH_MS);
    return () => clearInterval(timer);
  }

  return { $view, $busy, open, read };
}
