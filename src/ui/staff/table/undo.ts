import { hideToast, showToast } from '../../toast.ts';

export function showUndo(text: string, undo: string, putBack: () => void): void {
  const toast = showToast(text, 'calm');
  const button = document.createElement('button');
  button.className = 'text-button';
  button.type = 'button';
  button.textContent = undo;
  button.addEventListener('click', () => {
    putBack();
    hideToast();
  });
  toast.lastElementChild?.before(button);
}
