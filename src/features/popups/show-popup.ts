import { storageKeys } from '#config/paths.ts';
import { noteInterruption } from '#browser/interruption.ts';
import { adoptStyles, popupsFragment } from '#browser/fragment.ts';
import '#ui/content-picture.ts';
import pictureStyles from '#ui/picture.css?inline';
import type { CampaignId, PopupId } from './model.ts';
import { PopupDialog } from './popup-dialog.ts';
import styles from './popups.css?inline';
import { markShown } from '#browser/shown-marks.ts';

/** The storage keys under which popups record that they were shown, either for the session or for ever. */
const memoryKeys: Partial<Record<PopupId | CampaignId, ['session' | 'ever', string]>> = {
  welcome: ['session', storageKeys.welcomeSeen],
  'welcome-camps': ['session', storageKeys.welcomeSeen],
  'mobile-gate': ['session', storageKeys.gateSeen],
  'birthday-intro': ['session', storageKeys.introSeen],
  'exit-intent': ['ever', storageKeys.exitShown],
  'exit-intent-camps': ['ever', storageKeys.campsExitShown],
};

let styled = false;

/**
 * Shows a popup. Resolves once it is closed, or at once if the content has disabled it. A popup that opened
 * automatically calls `remember`.
 */
export async function showPopup(id: PopupId | CampaignId, remember = rememberOf(id)): Promise<void> {
  const popup = await findPopup(id);
  if (!popup) return;
  popup.open();
  if (remember) {
    remember();
    noteInterruption();
  }
  await new Promise((resolve) => popup.dialog?.addEventListener('close', resolve, { once: true }));
  if (remember) noteInterruption();
}

function rememberOf(id: PopupId | CampaignId): (() => unknown) | undefined {
  const memory = memoryKeys[id];
  return memory && (() => markShown(...memory));
}

async function findPopup(id: string): Promise<PopupDialog | null> {
  const selector = `popup-dialog[data-popup="${id}"]`;
  const existingElement = document.querySelector(selector);
  if (existingElement instanceof PopupDialog) return existingElement;
  const element = (await popupsFragment()).querySelector(selector);
  if (!element) return null;
  if (!styled) adoptStyles(pictureStyles + styles);
  styled = true;
  const popup = document.importNode(element, true);
  document.body.append(popup);
  return popup instanceof PopupDialog ? popup : null;
}
