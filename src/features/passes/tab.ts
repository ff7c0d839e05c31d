import type { Tab } from './buy.ts';
import { messages } from './messages.ts';

/**
 * Opens a new tab. Returns null if popups are blocked. Also returns null on a phone, where a new tab hides the page
 * and Back does not return to it.
 */
export function openTab(): Tab | null {
  if (matchMedia('(pointer: coarse) and (max-width: 767px)').matches) return null;
  const tab = open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = messages.opening;
  tab.document.body.textContent = messages.opening;
  return {
    show(url) {
      if (tab.closed) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab.close(),
  };
}
