import { IntentLink } from 'sanity/router';
import type { UserViewComponent } from 'sanity/structure';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { Row, Rows, Sheet } from '../components/Sheet.tsx';
import { howToShow } from './how-to-show.ts';
import { namePages } from './page-names.ts';
import { canAsk } from './status.ts';
import { usePublication } from './usePublication.ts';

export const PublicationView: UserViewComponent = ({
  documentId,
  document: { published, draft },
  schemaType,
}) => {
  const publication = usePublication({
    documentId,
    type: schemaType.name,
    published,
    draft,
  });
  if (!published || !publication)
    return <Sheet title="Not published">Families do not see this document yet.</Sheet>;
  if (!canAsk)
    return <Sheet title="Published">This Studio is not connected to the site and the checkout.</Sheet>;
  const { summary, siteUrl, hasAccount, problem } = publication;
  if (problem) return <Sheet title="Not known">We could not ask the site and the checkout. {problem}</Sheet>;
  return (
    <Sheet title={summary?.label ?? 'On its way'}>
      {summary?.warning && <p role="alert">{summary.warning}</p>}
      <Rows>
        <Row name="Site">{summary?.site ?? 'Asking…'}</Row>
        {summary?.pages && (
          <Row name="Shown on">
            <Pages pages={summary.pages} siteUrl={siteUrl} type={schemaType.name} />
          </Row>
        )}
        <Row name={schemaType.name === 'base' ? 'Management' : 'Checkout'}>
          {summary?.checkout ?? 'Asking…'}
        </Row>
        {typeof hasAccount === 'boolean' && (
          <Row name="Staff account">
            {hasAccount
              ? 'Linked.'
              : 'Not linked. In Management, under System, “Accounts and roles”, a business admin chooses this page for the coach’s account.'}
          </Row>
        )}
        <Row name="Published">{formatMoment(published._updatedAt)}</Row>
      </Rows>
    </Sheet>
  );
};

function Pages({
  pages,
  siteUrl,
  type,
}: {
  pages: readonly string[];
  siteUrl: string | null | undefined;
  type: string;
}) {
  if (pages.length === 0) {
    const { text, links } = howToShow(type);
    return (
      <>
        No page. {text}{' '}
        {links.map(({ title, type: at, id }) => (
          <IntentLink key={title} intent="edit" params={{ type: at, ...(id ? { id } : {}) }}>
            {title}{' '}
          </IntentLink>
        ))}
      </>
    );
  }
  return (
    <ul className="pages">
      {namePages(pages).map(({ path, title, isPage }) => (
        <li key={path}>
          {isPage && siteUrl ? (
            <a href={new URL(path, siteUrl).href} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </li>
      ))}
    </ul>
  );
}
