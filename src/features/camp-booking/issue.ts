import { formatDate } from '../../domain/dates.ts';
import { whatsappLink } from '../../domain/whatsapp.ts';
import { messages } from './messages.ts';

/** Opens the Booking Issue dialog of `IssueDialog.astro` for a package and the week it was wanted in. */
export function openIssue(name: string, week: string, whatsapp: string): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-issue]');
  const text = dialog?.querySelector('[data-issue-text]');
  const chat = dialog?.querySelector<HTMLAnchorElement>('[data-issue-chat]');
  if (!dialog || !text || !chat || dialog.open) return;
  text.textContent = name ? messages.issue.text(name) : messages.notInWeek(name);
  chat.href = whatsappLink(whatsapp, messages.issue.chatText(name, formatDate(week)));
  dialog.showModal();
  dialog.querySelector('h2')?.focus();
}
