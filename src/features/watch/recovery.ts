import type { ErrorReport } from '#contract/monitoring.ts';
import * as v from 'valibot';
import { readRows } from '#api/rpc.ts';
import { isOffline } from '#browser/online.ts';
import { adoptStyles } from '#browser/fragment.ts';
import { failedMessages } from '#ui/failed/messages.ts';
import { showToast } from '#ui/toast.ts';
import toastStyles from '#ui/toast.css?inline';
import type { PageHealth } from './health.ts';
import { HealthBadge } from './health-badge.ts';
import { messages } from './messages.ts';
import { RecoveryBanner } from './recovery-banner.ts';
import { recoveryLimits } from './recovery-limits.ts';
import styles from './recovery.css?inline';
import { apply, askForFix, clearCaches, clearStorage } from './repair.ts';

export interface WatchedPage {
  health: PageHealth;
  /** Returns whether something was typed on this page. If so, it is not reloaded automatically. */
  isTyped: () => boolean;
}

/**
 * Creates the recovery, which monitors the page, repairs what it can and informs the user (spec 1 §4). This module
 * loads with the first serious error.
 */
export function createRecovery({ health, isTyped }: WatchedPage) {
  let clearedAt = -Infinity;
  let isAsking = false;
  let last: ErrorReport | null = null;

  adoptStyles(toastStyles);
  adoptStyles(styles);
  // Reading the id of one row shows whether the database answers (spec 1 §7). A page that is calm, offline or hidden
  // does not check.
  setInterval(() => {
    if (document.hidden || isOffline() || health.mode() === 'calm') return;
    void readRows('system_logs?select=id&limit=1', v.array(v.unknown())).then(({ ok }) => {
      if (ok) return;
      health.note();
      show();
    });
  }, recoveryLimits.HEALTH_EVERY_MS);

  function attempt(report: ErrorReport | null): void {
    last = report ?? last;
    show();
    void repair(report);
  }

  async function repair(report: ErrorReport | null): Promise<void> {
    const now = Date.now();
    if (now - clearedAt >= recoveryLimits.CLEAR_EVERY_MS) {
      clearedAt = now;
      await clearCaches();
      clearStorage();
    }
    if (report?.severity !== 'critical' || isAsking) return;
    isAsking = true;
    const action = await askForFix(report);
    if (action) {
      await apply(action);
      // A reload that the user did not request must not delete what was typed.
      if (!isTyped()) reloadAfter(recoveryLimits.RELOAD_MS);
      else if (health.mode() !== 'degraded') offerRefresh(failedMessages.load);
    }
    isAsking = false;
  }

  /** Shows the badge, which says that the page is monitored. In recovery mode, the banner is shown as well. */
  function show(): void {
    if (!document.querySelector('health-badge')) {
      const badge = new HealthBadge();
      badge.health = health;
      document.body.append(badge);
    }
    if (health.mode() !== 'degraded' || document.querySelector('recovery-banner')) return;
    const banner = new RecoveryBanner();
    banner.health = health;
    banner.onForce = () => void clearCaches().then(() => location.reload());
    banner.onLeft = () => showToast(messages.recovered, 'good');
    document.body.prepend(banner);
    offerRefresh(messages.entered);
  }

  /** Offers a refresh until the user closes the offer. It starts the repair, with a known fix first. */
  function offerRefresh(text: string): void {
    const refresh = document.createElement('button');
    refresh.type = 'button';
    refresh.className = 'text-button';
    refresh.textContent = messages.refresh;
    refresh.addEventListener('click', () => {
      refresh.disabled = true;
      reloadAfter(recoveryLimits.MANUAL_RELOAD_MS);
      if (last) void askForFix(last).then((action) => action && apply(action));
    });
    showToast(text, 'calm').lastElementChild?.before(refresh);
  }

  return { attempt, show };
}
export type Recovery = ReturnType<typeof createRecovery>;

const reloadAfter = (delay: number) => setTimeout(() => location.reload(), delay);
