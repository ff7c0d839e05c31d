import { useCallback } from 'react';
import { useClient, useSchema, useUser } from 'sanity';
import { IntentLink } from 'sanity/router';
import { withProduct } from '../../src/config/brand.ts';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { type Change, readDeleters } from './content.ts';
import { More } from './Part.tsx';
import { useRead } from './useRead.ts';

interface Props {
  list: readonly Change[];
  /** How many changes there are. The list has the newest of them. */
  total: number;
  empty: string;
  /** Returns a text that says who must act on a change. */
  waitsFor?: (change: Change) => string;
}

export function Changes({ list, total, empty, waitsFor }: Props) {
  const schema = useSchema();
  if (list.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <>
      <ul>
        {list.map((change) => {
          const { id, type, title, at, authors, isNew } = change;
          return (
            <li key={id}>
              <DocumentLink id={id} type={type} title={title || (schema.get(type)?.title ?? type)} />{' '}
              <small>
                {schema.get(type)?.title ?? type}
                {isNew ? ', new' : ''} · <Authors ids={authors} /> · {formatMoment(at)}
                {waitsFor ? ` · ${waitsFor(change)}` : ''}
              </small>
            </li>
          );
        })}
      </ul>
      <More total={total} shown={list.length} where="The lists under Content mark them." />
    </>
  );
}

const MAX_DELETED = 50;

interface DeletedProps {
  list: readonly { id: string; type: string; title: string; at: string }[];
}

/** Lists documents that are no longer published. A link opens their history, where they can be restored. */
export function Deleted({ list }: DeletedProps) {
  const client = useClient({ apiVersion: '2025-02-19' });
  const schema = useSchema();
  const ids = list
    .slice(0, MAX_DELETED)
    .map(({ id }) => id)
    .join(',');
  const deleters = useRead(
    useCallback(() => readDeleters(client, ids === '' ? [] : ids.split(',')), [client, ids]),
  );
  if (list.length === 0) return null;
  return (
    <>
      <h3>Deleted or unpublished</h3>
      <ul>
        {list.slice(0, MAX_DELETED).map(({ id, type, title, at }) => (
          <li key={id}>
            <DocumentLink id={id} type={type} title={title || (schema.get(type)?.title ?? type)} />{' '}
            <small>
              {schema.get(type)?.title ?? type} ·{' '}
              <Authors ids={deleters.state === 'ready' ? (deleters.value.get(id) ?? []) : []} /> ·{' '}
              {formatMoment(at)}
            </small>
          </li>
        ))}
      </ul>
      <More
        total={list.length}
        shown={MAX_DELETED}
        where="The person who looks after the site can list them for 30 days."
      />
    </>
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
