import type { UserViewComponent } from 'sanity/structure';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { Row, Rows, Sheet } from '../components/Sheet.tsx';
import { canAsk } from './status.ts';
import { usePublication } from './usePublication.ts';

/** Tab “Publication”: whether the last publish has reached the site and the checkout, and what stopped it. */
export const PublicationView: UserViewComponent = ({ document: { published }, schemaType }) => {
  const publication = usePublication(schemaType.name, published);
  if (!published || !publication)
    return <Sheet title="Not published">Families do not see this document yet.</Sheet>;
  if (!canAsk)
    return <Sheet title="Published">This Studio is not connected to the site and the checkout.</Sheet>;
  const { summary, problem } = publication;
  if (problem) return <Sheet title="Not known">We could not ask the site and the checkout. {problem}</Sheet>;
  return (
    <Sheet title={summary?.label ?? 'On its way'}>
      <Rows>
        <Row name="Site">{summary?.site ?? 'Asking …'}</Row>
        <Row name="Checkout">{summary?.checkout ?? 'Asking …'}</Row>
        <Row name="Published">{formatMoment(published._updatedAt)}</Row>
      </Rows>
    </Sheet>
  );
};
