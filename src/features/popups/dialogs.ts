import { storageKeys } from '../../config/paths.ts';
import { adoptStyles, popupsFragment } from '../../browser/fragment.ts';
import pictureStyles from '../../ui/picture.css?inline';
import type { PopupId } from './model.ts';
import styles from './popups.css?inline';
import { mark } from './seen.ts';

/** Opens popups; fetched with the first one. */
const remembered: Partial<Record<PopupId, ['session' | 'ever', string]>> = {
  welcome: ['session', storageKeys.welcomeSeen],
  'welcome-camps': ['session', storageKeys.welcomeSeen],
  'mobile-gate': ['session', storageKeys.gateSeen],
  'birthday-intro': ['session', storageKeys.introSeen],
  'exit-intent': ['ever', storageKeys.exitShown],
  'exit-intent-camps': ['ever', storageKeys.campsExitShown],
};

let styled = false;

/** Shows a popup and resolves once it is closed; at once where content has switched it off. */
export async function showPopup(id: PopupId): Promise<void> {
  const dialog = await dialogOf(id);
  if (!dialog) return;
  showPanel(dialog, 'first');
  // The browser gives the focus back to where it was when the dialog closes.
  dialog.showModal();
  // Begins with what it is about, not with its cross.
  dialog.querySelector<HTMLElement>('h2')?.focus();
  const memory = remembered[id];
  if (memory) mark(...memory);
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
}

async function dialogOf(id: PopupId): Promise<HTMLDialogElement | null> {
  const here = document.querySelector<HTMLDialogElement>(`[data-popup="${id}"]`);
  if (here) return here;
  const found = (await popupsFragment()).querySelector<HTMLDialogElement>(`[data-popup="${id}"]`);
  if (!found) return null;
  if (!styled) adoptStyles(pictureStyles + styles);
  styled = true;
  const dialog = document.importNode(found, true);
  dialog.addEventListener('click', onClick);
  dialog.addEventListener('error', onBrokenPicture, true);
  document.body.append(dialog);
  return dialog;
}

function onClick(event: MouseEvent): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLDialogElement) || !(event.target instanceof Element)) return;
  const panel = event.target.closest<HTMLElement>('[data-panel-to]')?.dataset['panelTo'];
  if (panel) showPanel(dialog, panel)?.focus();
  else if (event.target.closest('[data-reloads]')) location.reload();
}

/** A dialog may have two faces; returns the heading of the one that shows. */
function showPanel(dialog: HTMLDialogElement, name: string): HTMLElement | null {
  let heading: HTMLElement | null = null;
  for (const panel of dialog.querySelectorAll<HTMLElement>('[data-panel]')) {
    panel.hidden = panel.dataset['panel'] !== name;
    if (!panel.hidden) heading = panel.querySelector('h2');
  }
  if (heading) dialog.setAttribute('aria-labelledby', heading.id);
  return heading;
}

/** As the pages do it: emoji and label take the place. */
function onBrokenPicture({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return;
  const frame = target.closest('[data-picture]');
  const missing = frame?.querySelector<HTMLElement>('.picture-missing');
  if (!missing) {
    target.hidden = true;
    return;
  }
  missing.hidden = false;
  for (const shown of frame?.querySelectorAll('picture, .picture-blur') ?? []) shown.remove();
}
