import { useSchema, useUser } from 'sanity';
import { IntentLink } from 'sanity/router';
import { withProduct } from '../../src/config/brand.ts';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import type { Change } from './content.ts';

interface Props {
  list: readonly Change[];
  empty: string;
  /** Says who must act on these changes. */
  waitsFor?: string;
}

export function Changes({ list, empty, waitsFor }: Props) {
  const schema = useSchema();
  if (list.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <ul>
      {list.map(({ id, type, title, at, authors, isNew }) => (
        <li key={id}>
          <DocumentLink id={id} type={type} title={title || (schema.get(type)?.title ?? type)} />{' '}
          <small>
            {schema.get(type)?.title ?? type}
            {isNew ? ', new' : ''} · <Authors ids={authors} /> · {formatMoment(at)}
            {waitsFor ? ` · ${waitsFor}` : ''}
          </small>
        </li>
      ))}
    </ul>
  );
}

const Authors = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0
    ? 'author not known'
    : ids.map((id, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <Person id={id} />
        </span>
      ));

function Person({ id }: { id: string }) {
  const [user, isLoading] = useUser(id);
  return user?.displayName ?? (isLoading ? '…' : 'a program');
}

export const DocumentLink = ({ id, type, title }: { id: string; type?: string; title: string }) => (
  <IntentLink intent="edit" params={{ id, ...(type ? { type } : {}) }}>
    {withProduct(title || 'Untitled')}
  </IntentLink>
);
