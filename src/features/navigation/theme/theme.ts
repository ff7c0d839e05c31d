/** The themes. `system` follows the device and is the default (spec 1 §2). */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export function nextTheme(theme: string | undefined): Theme {
  return themes[(themes.indexOf(theme as Theme) + 1) % themes.length] ?? 'system';
}
