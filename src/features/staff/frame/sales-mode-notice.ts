import { fetchSalesNotice } from '#api/sales-notice.ts';
import { $salesModeChanges } from '#browser/sales-mode.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { hasManagerRole } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';
import { frameMessages as words } from './messages.ts';

/** Shows on every staff screen whether sales are stopped or maintenance is on, and what parents then read. */
export async function showSalesMode(
  bar: HTMLElement,
  roles: readonly Role[],
  signal: AbortSignal,
): Promise<void> {
  await draw(bar, roles);
  if (!signal.aborted)
    signal.addEventListener(
      'abort',
      $salesModeChanges.listen(() => void draw(bar, roles)),
    );
}

async function draw(bar: HTMLElement, roles: readonly Role[]): Promise<void> {
  const answer = await fetchSalesNotice();
  if (!answer.ok) return;
  for (const oldNotice of bar.querySelectorAll('.staff-mode')) oldNotice.remove();
  if (answer.value.mode === 'open') return;
  const { mode, sentence } = answer.value;
  const note = document.createElement('p');
  note.className = 'staff-mode no-print';
  note.setAttribute('role', 'status');
  const title = document.createElement('b');
  title.textContent = words.mode[mode];
  note.append(title, ` ${sentence ?? ''} `);
  if (hasManagerRole(roles)) {
    const link = document.createElement('a');
    link.href = `${staffPaths.managementSettings}?setting=${mode === 'maintenance' ? 'maintenance' : 'sales_stopped'}`;
    link.textContent = words.changeMode;
    note.append(link);
  }
  bar.append(note);
}
