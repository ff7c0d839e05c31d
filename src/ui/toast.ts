/** Shows a toast until the user or the code closes it. The page must load `toast.css`. */
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
  // The toast is added to `main`, because all content must be inside a landmark.
  (document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body).append(toast);
  return toast;
}

export function hideToast(root: ParentNode = document): void {
  root.querySelector('.toast')?.remove();
}
