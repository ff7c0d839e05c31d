import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';

/** What a partner's page shows (docs/how-to/booking-widget.md). The first of each list needs no attribute. */
export const widgetChoices = {
  show: ['camps', 'classes', 'timetable'],
  language: ['en', 'zh'],
  theme: ['auto', 'light', 'dark'],
} as const;

export type WidgetChoice = keyof typeof widgetChoices;
export type Widget = { [Name in WidgetChoice]: (typeof widgetChoices)[Name][number] };

export const firstWidget: Widget = { show: 'camps', language: 'en', theme: 'auto' };

/** Returns the HTML that a partner copies into a page. */
export function widgetSnippet(site: string, { show, language, theme }: Widget, linkText: string): string {
  const element = `${brand.slug}-${show === 'timetable' ? 'timetable' : 'booking'}`;
  const attributes = [
    show === 'classes' && 'show="classes"',
    language !== 'en' && `language="${language}"`,
    theme !== 'auto' && `theme="${theme}"`,
  ].filter((attribute) => attribute !== false);
  const prefix = language === 'zh' ? '/zh' : '';
  const page = show === 'camps' ? paths.campsNew : paths.home;
  const href = site + (prefix + page).replace(/(?<=.)\/$/, '');
  return [
    `<script type="module" src="${site}${paths.embedScript}"></script>`,
    `<${[element, ...attributes].join(' ')}><a href="${href}">${linkText}</a></${element}>`,
  ].join('\n');
}
