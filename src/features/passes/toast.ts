import { messages } from './messages.ts';

/** A short message: in the dialog while one is open, else over the foot of the page. It stays until it is closed. */
export function showToast(text: string, tone: 'good' | 'bad'): void {
  hideToast();
  const toast = document.createElement('div');
  toast.className = `pass-toast ${tone}`;
  toast.setAttribute('role', tone === 'bad' ? 'alert' : 'status');
  const close = document.createElement('button');
  close.className = 'text-button';
  close.type = 'button';
  close.textContent = messages.close;
  close.addEventListener('click', hideToast);
  toast.append(text, close);
  // In `main`: everything on the page belongs to a landmark.
  const place = document.querySelector('[data-pass-dialog][open]') ?? document.querySelector('main');
  (place ?? document.body).append(toast);
}

export function hideToast(): void {
  document.querySelector('.pass-toast')?.remove();
}
