import { fetchSalesNotice } from '#api/sales-notice.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { manages } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';
import { frameMessages as words } from './messages.ts';

/** While sales are stopped or during maintenance, every staff screen says so, with what parents read. */
export async function showMode(bar: HTMLElement, held: readonly Role[]): Promise<void> {
  const answer = await fetchSalesNotice();
  if (!answer.ok || answer.value.mode === 'open') return;
  const { mode, sentence } = answer.value;
  const note = document.createElement('p');
  note.className = 'staff-mode no-print';
  note.setAttribute('role', 'status');
  const title = document.createElement('b');
  title.textContent = words.mode[mode];
  note.append(title, ` ${sentence ?? ''} `);
  if (manages(held)) {
    const link = document.createElement('a');
    link.href = `${staffPaths.managementSettings}?setting=${mode === 'maintenance' ? 'maintenance' : 'sales_stopped'}`;
    link.textContent = words.changeMode;
    note.append(link);
  }
  bar.append(note);
}
