import { brand } from '#config/brand.ts';
import type { Widget, WidgetChoice } from './widget.ts';

type Options = { [Name in WidgetChoice]: { label: string; options: Record<Widget[Name], string> } };

export const widgetMessages = {
  title: 'On a partner’s site',
  lead: 'A school or condominium can show our camps and classes on its own site. It copies these two lines into a page. Families book and pay on our site, and the partner sees no family.',
  choices: {
    show: {
      label: 'What the page shows',
      options: {
        camps: 'Camps to book',
        classes: 'This week’s classes',
        timetable: 'Timetable of classes and camps',
      },
    },
    language: { label: 'Language', options: { en: 'English', zh: 'Chinese' } },
    theme: {
      label: 'Colours',
      options: { auto: 'As on the visitor’s device', light: 'Light', dark: 'Dark' },
    },
  } satisfies Options,
  snippet: 'Lines to copy',
  link: `Book at ${brand.name}`,
} as const;
