import { readText } from '#browser/text-storage.ts';
import { countUnsentMarks } from '#browser/count-unsent-marks.ts';
import { storageKeys } from '#config/paths.ts';

const messages = {
  title: (count: number) => `${count} ${count === 1 ? 'mark has' : 'marks have'} not been sent`,
  text: (count: number) =>
    `What you marked on the roster is saved on this device only, and has not reached us. Signing out deletes ${count === 1 ? 'that mark' : 'those marks'} for good.`,
  stay: 'Stay signed in',
  leave: (count: number) => `Sign out and lose ${count === 1 ? 'it' : 'them'}`,
} as const;

/** Asks before a sign-out if some attendance marks are saved only on this device. The page must load `dialog.css`. */
export async function confirmSignOut(): Promise<boolean> {
  if (readText(storageKeys.rosterMarks) === null) return true;
  const count = await countUnsentMarks();
  if (count === 0) return true;
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('aria-labelledby', 'lose-marks');
  const title = document.createElement('h2');
  title.id = 'lose-marks';
  title.textContent = messages.title(count);
  const text = document.createElement('p');
  text.textContent = messages.text(count);
  const row = document.createElement('div');
  row.className = 'row';
  for (const [label, kind, value] of [
    [messages.stay, 'button solid', 'stay'],
    [messages.leave(count), 'button line', 'leave'],
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
