import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { useEffect, useState } from 'react';
import { useClient, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import type { UserViewComponent } from 'sanity/structure';
import { withProduct } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';
import { soldTypes } from '../sale/sold-types.ts';
import { useOfferUse } from '../sale/useOfferUse.ts';
import { findLinks, linkedAddresses, type LinkingDocument } from './links.ts';
import { saleUses } from './sale-uses.ts';

interface Referrer {
  _id: string;
  _type: string;
  title: string | null;
}

/** Finds the documents that use this one. Drafts count as well, because they will use it once they are published. */
const filter = '*[references($id)]';
const query = `${filter} | order(_type asc){
  _id, _type, "title": coalesce(title, name, question, heading, author, label)
}`;

const asReferrer = ({ _id, _type, ...fields }: LinkingDocument): Referrer => {
  const named = ['title', 'name', 'question', 'heading', 'label'].map((field) => fields[field]);
  return { _id, _type, title: named.find((value) => typeof value === 'string') ?? null };
};

export const WhereUsed: UserViewComponent = ({
  documentId,
  document: { displayed, published },
  schemaType,
}) => {
  const client = useClient({ apiVersion: '2025-02-19' });
  const schema = useSchema();
  const [found, setFound] = useState<{ of: string; referrers: Referrer[] } | null>(null);
  const revision = displayed._rev ?? '';
  const use = useOfferUse(schemaType.name, documentId, published);
  const addresses = linkedAddresses(displayed);
  const addressKey = addresses.join(' ');
  const uses = soldTypes.has(schemaType.name) ? saleUses(schemaType.name, published, use) : [];

  useEffect(() => {
    let current = true;
    const findReferrers = async () => {
      const drafts = client.withConfig({ perspective: 'drafts' });
      const referrers = await drafts.fetch<Referrer[]>(query, { id: documentId });
      const linking = (
        await findLinks(drafts, { id: documentId, addresses: addressKey.split(' ').filter(Boolean) })
      ).map(asReferrer);
      if (current) setFound({ of: documentId, referrers: [...referrers, ...linking] });
    };
    void findReferrers();
    const changes = client.listen(filter, { id: documentId }, { visibility: 'query', includeResult: false });
    const listening = changes.subscribe(() => void findReferrers());
    return () => {
      current = false;
      listening.unsubscribe();
    };
  }, [client, documentId, revision, addressKey]);

  if (found?.of !== documentId) return <Sheet title="Where used">Looking…</Sheet>;
  const count = found.referrers.length;
  if (count === 0 && uses.length === 0)
    return (
      <Sheet title="Where used">
        {soldTypes.has(schemaType.name)
          ? 'No other document refers or links to this one, and it is not on sale. You can delete it safely.'
          : addresses.length === 0
            ? 'No other document refers to this one. You can delete it safely.'
            : `No other document refers or links to ${addresses.join(' or ')}. You can delete it safely.`}
      </Sheet>
    );
  return (
    <Sheet title={`Used by ${plural(count, 'document')}`}>
      {uses.length > 0 && (
        <ul aria-label="At the checkout">
          {uses.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <ul>
        {found.referrers.map(({ _id, _type, title }) => (
          <li key={_id}>
            <IntentLink intent="edit" params={{ id: _id, type: _type }}>
              {withProduct(title ?? 'Untitled')}
            </IntentLink>{' '}
            <small>{schema.get(_type)?.title ?? _type}</small>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};
