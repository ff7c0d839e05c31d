import { useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { withProduct } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';
import { useRequests } from './useRequests.ts';

/** Lists the drafts that editors want to have published. The oldest request comes first. */
export function ReviewList() {
  const requests = useRequests();
  const schema = useSchema();
  if (requests === null) return <Sheet title="Loading…">Loading the requests for review.</Sheet>;
  if (requests.length === 0)
    return (
      <Sheet title="No drafts are waiting for review">
        When an editor presses “Ask for review”, the draft appears here. Publishing it ends the request.
      </Sheet>
    );
  return (
    <Sheet title="Waiting for review">
      <ul>
        {requests.map(({ documentId, documentType, title, requestedBy, requestedAt }) => (
          <li key={documentId}>
            <IntentLink intent="edit" params={{ id: documentId, type: documentType }}>
              {withProduct(title) || (schema.get(documentType)?.title ?? documentType)}
            </IntentLink>{' '}
            <small>{schema.get(documentType)?.title ?? documentType}</small>
            <br />
            <small>
              {requestedBy}, {formatMoment(requestedAt)}
            </small>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
