import { themes } from './theme.ts';

/** Before the first paint. The storage keys are given, because their file would not fit into every page. */
export function applyTheme(themeKey: string, announcementKey: string): void {
  try {
    const { dataset } = document.documentElement;
    const theme = localStorage.getItem(themeKey);
    if (themes.some((known) => known === theme)) dataset['theme'] = theme ?? '';
    if (sessionStorage.getItem(announcementKey) || Date.now() > Number(dataset['ends']))
      dataset['announcementClosed'] = '';
  } catch {
    // Storage is blocked: the page follows the device.
  }
}
