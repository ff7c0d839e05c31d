import { useEffect, useState } from 'react';
import { definePlugin, type DocumentActionComponent, useClient } from 'sanity';
import { findLinks, linkedAddresses } from './links.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';

const removingActions = new Set<DocumentActionComponent['action']>(['delete', 'unpublish']);

/** Returns how many documents refer to this one, or null until that is known. A document and its draft count once. */
function useReferrers(id: string, addresses: readonly string[]): number | null {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [found, setFound] = useState<{ id: string; count: number } | null>(null);
  const key = addresses.join(' ');
  useEffect(() => {
    let current = true;
    const all = client.withConfig({ perspective: 'raw' });
    const findLinking = async () =>
      (await findLinks(all, { id, addresses: key.split(' ').filter(Boolean) })).map(({ _id }) => _id);
    Promise.all([all.fetch<string[]>('*[references($id)]._id', { id }), findLinking()])
      .then((found) => {
        const documents = new Set(found.flat().map((one) => one.replace(/^drafts\./, '')));
        documents.delete(id);
        if (current) setFound({ id, count: documents.size });
      })
      // Sanity itself refuses to delete a document that others refer to.
      .catch(() => current && setFound({ id, count: 0 }));
    return () => {
      current = false;
    };
  }, [client, id, key]);
  return found?.id === id ? found.count : null;
}

/**
 * Wraps an action so that it is disabled while other documents refer to this one. Otherwise Studio would offer “Delete
 * anyway”, which fails.
 */
const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
function unlessInUse(original: DocumentActionComponent): DocumentActionComponent {
  const cached = guarded.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const description = original(props);
    const count = useReferrers(props.id, linkedAddresses(props.published));
    // A draft that was never published can be deleted, because nothing on the site depends on it.
    if (!description || description.disabled === true || count === 0 || !props.published) return description;
    return {
      ...description,
      disabled: true,
      dialog: null,
      title:
        count === null
          ? 'Checking where it is used…'
          : `In use by ${plural(count, 'document')}. “Where used” lists them. Choose something else there first.`,
    };
  };
  const wrapped = Object.assign(useAction, {
    ...(original.action ? { action: original.action } : {}),
    displayName: `${original.displayName ?? 'Action'}UnlessInUse`,
  });
  guarded.set(original, wrapped);
  return wrapped;
}

/** Keeps editors from deleting or unpublishing a document while others refer to it. */
export const keepInUse = definePlugin({
  name: 'keep-in-use',
  document: {
    actions: (actions) =>
      actions.map((action) => (removingActions.has(action.action) ? unlessInUse(action) : action)),
  },
});
