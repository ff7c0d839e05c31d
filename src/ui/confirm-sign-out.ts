import { readText } from '#browser/text-storage.ts';
import { countUnsent, type UnsentCounts } from '#browser/count-unsent.ts';
import { storageKeys } from '#config/paths.ts';

const counted = (count: number, one: string) =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

const messages = {
  title: ({ marks, photos }: UnsentCounts) =>
    `${[...counted(marks, 'mark'), ...counted(photos, 'photo')].join(' and ')} ${marks + photos === 1 ? 'has' : 'have'} not been sent`,
  text: ({ marks, photos }: UnsentCounts) =>
    `${photos === 0 ? 'What you marked on the roster' : 'What you did on the roster'} is saved on this device only, and has not reached us. Signing out deletes ${
      photos > 0 ? 'it' : marks === 1 ? 'that mark' : 'those marks'
    } for good.`,
  stay: 'Stay signed in',
  leave: ({ marks, photos }: UnsentCounts) => `Sign out and lose ${marks + photos === 1 ? 'it' : 'them'}`,
} as const;

/**
 * Asks before a sign-out if attendance marks or photos are saved only on this device. The page must load `dialog.css`.
 */
export async function confirmSignOut(): Promise<boolean> {
  if (readText(storageKeys.rosterMarks) === null) return true;
  const unsent = await countUnsent();
  if (unsent.marks + unsent.photos === 0) return true;
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('aria-labelledby', 'lose-marks');
  const title = document.createElement('h2');
  title.id = 'lose-marks';
  title.textContent = messages.title(unsent);
  const text = document.createElement('p');
  text.textContent = messages.text(unsent);
  const row = document.createElement('div');
  row.className = 'row';
  for (const [label, kind, value] of [
    [messages.stay, 'button solid', 'stay'],
    [messages.leave(unsent), 'button line', 'leave'],
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
