/** Light, dark or the device's theme (spec 1 §2); `system` is the default. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export function nextTheme(theme: string | undefined): Theme {
  return themes[(themes.indexOf(theme as Theme) + 1) % themes.length] ?? 'system';
}
