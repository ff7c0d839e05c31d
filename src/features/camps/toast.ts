import { messages } from './messages.ts';

/** A short message over the foot of the page; it stays until it is closed, or its cause is gone. */
export function showToast(text: string): void {
  hideToast();
  const toast = document.createElement('div');
  toast.className = 'camp-toast';
  toast.setAttribute('role', 'alert');
  const close = document.createElement('button');
  close.className = 'text-button';
  close.type = 'button';
  close.textContent = messages.issue.close;
  close.addEventListener('click', hideToast);
  toast.append(text, close);
  // In `main`: everything on the page belongs to a landmark.
  (document.querySelector('main') ?? document.body).append(toast);
}

export function hideToast(): void {
  document.querySelector('.camp-toast')?.remove();
}
