import { adoptStyles, popupsFragment } from '#browser/fragment.ts';
import './chat-launcher.ts';
import styles from './launcher.css?inline';

export async function showLauncher(): Promise<void> {
  const launcher = (await popupsFragment()).querySelector('chat-launcher');
  if (!launcher || document.querySelector('chat-launcher')) return;
  adoptStyles(styles);
  document.body.append(document.importNode(launcher, true));
}
