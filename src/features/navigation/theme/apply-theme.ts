import { themes } from './theme.ts';

/**
 * Applies the theme and hides a closed or ended announcement before the first paint. The keys are
 * parameters, because importing their file would make every page larger.
 */
export function applyPageState(themeKey: string, announcementKey: string): void {
  try {
    const { dataset } = document.documentElement;
    const theme = localStorage.getItem(themeKey);
    if (themes.some((known) => known === theme)) dataset['theme'] = theme ?? '';
    if (sessionStorage.getItem(announcementKey) || Date.now() > Number(dataset['ends']))
      dataset['announcementClosed'] = '';
  } catch {
    // If storage is blocked, the page follows the device's theme.
  }
}
