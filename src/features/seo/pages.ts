import { brand } from '#config/brand.ts';
import { thing, type Thing } from './thing.ts';

/** Describes the questions of a page. Returns null if it has none. */
export function faqPage(items: readonly { question: string; text: string }[] | undefined): Thing | null {
  if (!items?.length) return null;
  return thing('FAQPage', {
    mainEntity: items.map(({ question, text }) =>
      thing('Question', { name: question, acceptedAnswer: thing('Answer', { text }) }),
    ),
  });
}

/**
 * Describes the way from the home page to the page itself, which comes last, e.g. `[{ name: 'Camps', path: '/camps' },
 * …]`.
 */
export function breadcrumbs(steps: readonly { name: string; path: string }[], base: URL | undefined): Thing {
  return thing('BreadcrumbList', {
    itemListElement: [{ name: brand.name, path: '/' }, ...steps].map(({ name, path }, index) =>
      thing('ListItem', { position: index + 1, name, item: new URL(path, base).href }),
    ),
  });
}
