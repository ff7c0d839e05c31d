import { useEffect, useState } from 'react';
import { useClient, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import type { UserViewComponent } from 'sanity/structure';
import { withProduct } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';

interface Referrer {
  _id: string;
  _type: string;
  title: string | null;
}

/** Drafts count too: whoever publishes one of them uses this document. */
const filter = '*[references($id)]';
const query = `${filter} | order(_type asc){
  _id, _type, "title": coalesce(title, name, question, heading, author, label)
}`;

/** Tab “Where used”: every document that refers to this one, each a link. */
export const WhereUsed: UserViewComponent = ({ documentId, document: { displayed } }) => {
  const client = useClient({ apiVersion: '2025-02-19' });
  const schema = useSchema();
  const [found, setFound] = useState<{ of: string; referrers: Referrer[] } | null>(null);
  const revision = displayed._rev ?? '';

  useEffect(() => {
    let current = true;
    const look = async () => {
      const drafts = client.withConfig({ perspective: 'drafts' });
      const referrers = await drafts.fetch<Referrer[]>(query, { id: documentId });
      if (current) setFound({ of: documentId, referrers });
    };
    void look();
    const changes = client.listen(filter, { id: documentId }, { visibility: 'query', includeResult: false });
    const listening = changes.subscribe(() => void look());
    return () => {
      current = false;
      listening.unsubscribe();
    };
  }, [client, documentId, revision]);

  if (found?.of !== documentId) return <Sheet title="Where used">Looking …</Sheet>;
  const count = found.referrers.length;
  if (count === 0)
    return (
      <Sheet title="Where used">No other document refers to this one. It can be taken away safely.</Sheet>
    );
  return (
    <Sheet title={`Used by ${count} ${count === 1 ? 'document' : 'documents'}`}>
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
