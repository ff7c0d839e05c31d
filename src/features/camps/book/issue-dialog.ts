import { formatDate } from '#domain/dates.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { PageDialog } from '#ui/page-dialog.ts';
import { messages } from './messages.ts';

export class IssueDialog extends PageDialog {
  protected override start(signal: AbortSignal): void {
    super.start(signal);
    this.querySelector('[data-refresh]')?.addEventListener('click', () => location.reload(), { signal });
  }

  showIssue(name: string, week: string, whatsapp: string): void {
    const text = this.querySelector('[data-issue-text]');
    const chat = this.querySelector<HTMLAnchorElement>('[data-issue-chat]');
    if (!text || !chat || this.dialog?.open !== false) return;
    text.textContent = name ? messages.issue.text(name) : messages.notInWeek(name);
    chat.href = whatsappLink(whatsapp, messages.issue.chatText(name, formatDate(week)));
    this.open();
    this.querySelector('h2')?.focus();
  }
}

customElements.define('issue-dialog', IssueDialog);
