import { definePlugin, type DocumentActionComponent } from 'sanity';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { useBaseUse, type BaseUse } from './useBaseUse.ts';

const takesAway = new Set<DocumentActionComponent['action']>(['delete', 'unpublish']);

/** Why a place cannot be taken away now; null if it can. */
export function whyKept(use: BaseUse | 'unknown' | null): string | null {
  if (use === null) return 'Asking the office what is planned here.';
  if (use === 'unknown') return 'We could not ask the office what is planned here. Please try again later.';
  const planned = [
    use.camps > 0 ? plural(use.camps, 'camp') : null,
    use.sessions > 0 ? plural(use.sessions, 'class', 'classes') : null,
  ].filter((words) => words !== null);
  return planned.length === 0
    ? null
    : `${planned.join(' and ')} still to come here. Move or cancel them in the office first. To offer nothing new here, take it out of the camp tiers.`;
}

/** The action, unless something is planned at the place. Cached, because a new component would lose its state. */
const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
function unlessPlanned(original: DocumentActionComponent): DocumentActionComponent {
  const known = guarded.get(original);
  if (known) return known;
  const useAction: DocumentActionComponent = (props) => {
    const description = original(props);
    const slug = props.published?.['slug'];
    const use = useBaseUse(typeof slug === 'string' ? slug : undefined);
    const reason = props.published ? whyKept(use) : null;
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

/** A place where camps or classes are still to come can be neither deleted nor unpublished. */
export const keepPlannedPlaces = definePlugin({
  name: 'keep-planned-places',
  document: {
    actions: (actions, { schemaType }) =>
      schemaType === 'base'
        ? actions.map((action) => (takesAway.has(action.action) ? unlessPlanned(action) : action))
        : actions,
  },
});
