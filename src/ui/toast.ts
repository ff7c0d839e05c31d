/**
 * A short message: in the dialog while one is open, else over the foot of the page. It stays until it is closed, or
 * until its cause is gone. The page brings `toast.css`.
 */
export function showToast(text: string, tone: 'good' | 'bad' | 'calm' = 'bad'): HTMLElement {
  hideToast();
  const toast = document.createElement('div');
  toast.className = `toast ${tone}`;
  toast.setAttribute('role', tone === 'bad' ? 'alert' : 'status');
  const close = document.createElement('button');
  close.className = 'text-button';
  close.type = 'button';
  close.textContent = 'Close';
  close.addEventListener('click', () => hideToast());
  toast.append(text, close);
  // In `main`: everything on the page belongs to a landmark.
  (document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body).append(toast);
  return toast;
}

/** Takes the message away; with a place, only one that stands there. */
export function hideToast(place: ParentNode = document): void {
  place.querySelector('.toast')?.remove();
}
