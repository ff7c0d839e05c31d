import { storageKeys } from '../../config/paths.ts';

/** Light, dark or as the device has it (spec 1 §2); `system` is the default. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Runs in the head, before anything is painted. Small enough to read; its hash stands in the policy. */
export const themeScript = `try{const t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(${JSON.stringify(themes)}.includes(t))document.documentElement.dataset.theme=t}catch{}`;

export function nextTheme(theme: string | undefined): Theme {
  return themes[(themes.indexOf(theme as Theme) + 1) % themes.length] ?? 'system';
}
