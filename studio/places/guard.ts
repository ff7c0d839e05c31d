import { definePlugin, type DocumentActionComponent } from 'sanity';
import { useBaseUse } from './useBaseUse.ts';
import { whyNotDeletable } from './deletion-block.ts';

const removingActions = new Set<DocumentActionComponent['action']>(['delete', 'unpublish']);

/**
 * Wraps an action so that it is disabled while something is planned at the place. The wrapped actions are cached,
 * because a new component would lose its state.
 */
const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
function unlessPlanned(original: DocumentActionComponent): DocumentActionComponent {
  const cached = guarded.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const description = original(props);
    const slug = props.published?.['slug'];
    const use = useBaseUse(typeof slug === 'string' ? slug : undefined);
    const reason = props.published ? whyNotDeletable(use) : null;
    if (!description || reason === null) return description;
    return { ...description, disabled: true, dialog: null, title: reason };
  };
  const wrapped = Object.assign(useAction, {
    ...(original.action ? { action: original.action } : {}),
    displayName: `${original.displayName ?? 'Action'}UnlessPlanned`,
  });
  guarded.set(original, wrapped);
  return wrapped;
}

/** Keeps editors from deleting or unpublishing a place with coming camps or classes. */
export const keepPlannedPlaces = definePlugin({
  name: 'keep-planned-places',
  document: {
    actions: (actions, { schemaType }) =>
      schemaType === 'base'
        ? actions.map((action) => (removingActions.has(action.action) ? unlessPlanned(action) : action))
        : actions,
  },
});
