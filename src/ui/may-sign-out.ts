import { readText } from '#browser/text-storage.ts';
import { waitingMarks } from '#browser/waiting-marks.ts';
import { storageKeys } from '#config/paths.ts';

const words = {
  title: (count: number) => `${count} ${count === 1 ? 'mark has' : 'marks have'} not been sent`,
  text: (count: number) =>
    `What you marked at the roster waits on this device for a network. Signing out erases ${count === 1 ? 'it' : 'them'} for good.`,
  stay: 'Stay signed in',
  leave: 'Sign out and lose them',
} as const;

/**
 * Before sign-out, asks about attendance marks that only this device has; without such marks it asks nothing. The page
 * must load `dialog.css`.
 */
export async function maySignOut(): Promise<boolean> {
  if (readText(storageKeys.rosterMarks) === null) return true;
  const count = await waitingMarks();
  if (count === 0) return true;
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('aria-labelledby', 'lose-marks');
  const title = document.createElement('h2');
  title.id = 'lose-marks';
  title.textContent = words.title(count);
  const text = document.createElement('p');
  text.textContent = words.text(count);
  const row = document.createElement('div');
  row.className = 'row';
  for (const [label, kind, value] of [
    [words.stay, 'button solid', 'stay'],
    [words.leave, 'button line', 'leave'],
  ] as const) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = kind;
    button.textContent = label;
    button.addEventListener('click', () => dialog.close(value));
    row.append(button);
  }
  dialog.append(title, text, row);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'leave');
    });
  });
}
