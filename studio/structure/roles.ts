import { type CurrentUser, definePlugin, type DocumentActionComponent } from 'sanity';
import { publisherRoles } from '../env.ts';

const ofPublishers = new Set<DocumentActionComponent['action']>(['publish', 'unpublish']);

/** Whether this user of Studio may publish. */
export const mayPublish = (user: Pick<CurrentUser, 'roles'> | null) =>
  user?.roles.some(({ name }) => publisherRoles.includes(name)) ?? false;

/**
 * Editors write drafts and publishers publish them. This only affects the buttons; the permissions are set in the
 * project (Sanity: a custom role, or “contributor”).
 */
export const staffRoles = definePlugin({
  name: 'staff-roles',
  document: {
    actions: (actions, { currentUser }) =>
      mayPublish(currentUser)
        ? actions
        : actions
            .filter(({ action }) => !ofPublishers.has(action))
            .map((action) => (action.action === 'delete' ? onlyDrafts(action) : action)),
  },
});

/** Only a document that was never published may be deleted, because families can see the others. */
function onlyDrafts(original: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const description = original(props);
    return props.published ? null : description;
  };
  return Object.assign(action, { action: original.action, displayName: 'DeleteDraft' });
}
