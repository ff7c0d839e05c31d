import { storageKeys } from '#config/paths.ts';

/** Light, dark or the device's theme (spec 1 §2); `system` is the default. */
const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/**
 * Runs in the head before the first paint: applies the theme, and hides an announcement that was closed or has ended.
 * The policy contains its hash.
 */
export const themeScript = `try{const d=document.documentElement.dataset,t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(${JSON.stringify(themes)}.includes(t))d.theme=t;if(sessionStorage.getItem(${JSON.stringify(storageKeys.announcementSeen)})||Date.now()>d.ends)d.told=''}catch{}`;

export function nextTheme(theme: string | undefined): Theme {
  return themes[(themes.indexOf(theme as Theme) + 1) % themes.length] ?? 'system';
}
