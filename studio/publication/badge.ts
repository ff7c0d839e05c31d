import type { DocumentBadgeComponent } from 'sanity';
import { usePaneRouter } from 'sanity/structure';
import { howToShow } from './how-to-show.ts';
import { listPages } from './page-names.ts';
import { canAsk } from './status.ts';
import { usePublication } from './usePublication.ts';

/** The badge beside the Publish button. It says what families see of this document, and where. */
export const PublicationBadge: DocumentBadgeComponent = ({ id, type, published, draft }) => {
  const { params } = usePaneRouter();
  const isEarlierVersion = Boolean(params?.['rev'] && params['rev'] !== '@lastEdited');
  const publication = usePublication({ documentId: id, type, published, draft, isEarlierVersion });
  if (!canAsk || !publication) return null;
  const { summary, problem } = publication;
  if (problem) return { label: 'Not known', title: problem, color: 'warning' };
  if (!summary) return { label: 'On its way', title: 'Asking the site and the checkout.', color: 'primary' };
  const { label, color, site, checkout, pages, warning } = summary;
  return {
    label,
    title: [
      `Site: ${site}`,
      pages && pages.length > 0 ? `On ${listPages(pages)}.` : null,
      pages?.length === 0 ? `On no page. ${howToShow(type).text}` : null,
      `Checkout: ${checkout}`,
      warning,
    ]
      .filter(Boolean)
      .join(' '),
    color,
  };
};
